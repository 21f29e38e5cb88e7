import { figuresKey, toPoints, readCsv, type FiguresImporter } from './importer.ts';

type Line = { series: string; unit: string; year: string; mean_of_months: string; months: string };

const units: Readonly<Record<string, string>> = {
  '$/bbl': 'USD per barrel',
  '$/mt': 'USD per tonne',
  '$/kg': 'USD per kilogram',
  '$/mmbtu': 'USD per million Btu',
  '$/cubic meter': 'USD per cubic metre',
  '$/troy oz': 'USD per troy ounce',
  '$/dmtu': 'USD per dry tonne unit',
  'cents/sheet': 'US cents per sheet',
};

/** Goods whose prices are compared with each other. */
const comparedGoods = [
  [
    'Cocoa',
    'Coffee, Arabica',
    'Coffee, Robusta',
    'Tea, avg 3 auctions',
    'Tea, Mombasa',
    'Sugar, world',
    'Banana, US',
  ],
  ['Urea', 'DAP', 'TSP', 'Potassium chloride', 'Phosphate rock'],
  [
    'Crude oil, Brent',
    'Crude oil, WTI',
    'Natural gas, US',
    'Natural gas, Europe',
    'Liquefied natural gas, Japan',
    'Coal, Australian',
  ],
  ['Rubber, RSS3', 'Rubber, TSR20', 'Cotton, A Index', 'Crude oil, Brent'],
  ['Logs, Malaysian', 'Logs, Cameroon', 'Sawnwood, Malaysian', 'Sawnwood, Cameroon', 'Plywood'],
  ['Iron ore, cfr spot', 'Aluminum', 'Copper', 'Nickel', 'Zinc', 'Coal, Australian'],
];

/** Annual average price of whole years, with two or three neighbours in the same trade. */
export function createCommodityPriceImporter(folder: string): FiguresImporter {
  const lines = readCsv<Line>(folder, 'worldbank_prices/pink_sheet_annual_avg.csv').filter(
    ({ months }) => Number(months) === 12,
  );
  const names = new Set(lines.map(({ series }) => series));
  const seriesOf = (name: string, id: string) => {
    const own = lines.filter(({ series }) => series === name);
    const unit = units[own[0]?.unit ?? ''] ?? own[0]?.unit.replace(/^\$/, 'USD') ?? '';
    return {
      id,
      label:
        id === 'price'
          ? 'Average price'
          : 'Price of ' +
            `${name.toLowerCase().replace(/\b(brent|wti|arabica|robusta|mombasa|us|malaysian|cameroon|australian|japan|europe|malaysia|dap|tsp)\b/g, (word) => (word.length < 4 ? word.toUpperCase() : (word[0] ?? '').toUpperCase() + word.slice(1)))}`,
      measure: 'price',
      unit,
      place: 'World',
      source: 'pink',
      points: toPoints(
        own.map(({ year, mean_of_months }) => [Number(year), Number(mean_of_months)]),
      ),
    } as const;
  };
  return (subject) => {
    const near = (
      comparedGoods.find((group) => group.includes(subject.key)) ??
      comparedGoods[0] ??
      []
    )
      .filter((name) => name !== subject.key && names.has(name))
      .slice(0, 3);
    return {
      key: figuresKey(subject),
      series: [
        seriesOf(subject.key, 'price'),
        ...near.map((name, i) => seriesOf(name, `near-${i + 1}`)),
      ],
      rankings: [],
    };
  };
}
