import type { Series } from '#core/catalogue/figures/figures.model.ts';
import { capitalize } from '../report-writer/format-numbers.ts';
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
const comparedGoods: readonly (readonly string[])[] = [
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

/** The annual average price of whole years, beside two or three goods of the same trade. */
export function createCommodityPriceImporter(folder: string): FiguresImporter {
  const lines = readCsv<Line>(folder, 'worldbank_prices/pink_sheet_annual_avg.csv').filter(
    ({ months }) => Number(months) === 12,
  );
  const names = new Set(lines.map(({ series }) => series));
  return (subject) => {
    const group = comparedGoods.find((goods) => goods.includes(subject.key)) ?? comparedGoods[0];
    const compared = (group ?? [])
      .filter((name) => name !== subject.key && names.has(name))
      .slice(0, 3);
    return {
      key: figuresKey(subject),
      series: [
        buildPriceSeries(lines, subject.key, { id: 'price', label: 'Average price' }),
        ...compared.map((name, i) =>
          buildPriceSeries(lines, name, {
            id: `near-${i + 1}`,
            label: `Price of ${lowercaseGood(name)}`,
          }),
        ),
      ],
      rankings: [],
    };
  };
}

function buildPriceSeries(
  lines: readonly Line[],
  name: string,
  { id, label }: { readonly id: string; readonly label: string },
): Series {
  const ownLines = lines.filter(({ series }) => series === name);
  const unit = ownLines[0]?.unit ?? '';
  return {
    id,
    label,
    measure: 'price',
    unit: units[unit] ?? unit.replace(/^\$/, 'USD'),
    place: 'World',
    source: 'pink',
    points: toPoints(
      ownLines.map(({ year, mean_of_months }) => [Number(year), Number(mean_of_months)]),
    ),
  };
}

const capitalizedWords = new Set(
  (
    'brent wti arabica robusta mombasa us malaysian cameroon australian japan europe malaysia ' +
    'dap tsp'
  ).split(' '),
);

/** "Crude oil, WTI" as "crude oil, WTI": names keep their capital, abbreviations all of them. */
const lowercaseGood = (name: string): string =>
  name.toLowerCase().replace(/\b\w+\b/g, (word) => {
    if (!capitalizedWords.has(word)) return word;
    return word.length < 4 ? word.toUpperCase() : capitalize(word);
  });
