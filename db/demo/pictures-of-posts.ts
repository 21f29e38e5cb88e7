import { calculateConcentration } from '#core/catalogue/figures/statistics.ts';
import { type Bar, drawBars, drawLines, scale, since, toIndex } from './post-charts.ts';
import { colours, findRanking, findSeries, readDemoFigures } from './svg-file.ts';

const { ink, accent, blue } = colours;
export const beaSource =
  'Source: U.S. Bureau of Economic Analysis, gross output by detailed industry';
const usdaSource =
  'Source: USDA Foreign Agricultural Service, PSD; to 2024, the last year that is not a projection';
export const pinkSheet = 'Source: World Bank Commodity Price Data (The Pink Sheet), CC BY 4.0';
export const usgsSource = 'Source: U.S. Geological Survey, Mineral Commodity Summaries 2024';

/** The charts of blog posts, by file name. */
export function drawPostCharts(): Record<string, string> {
  return {
    ...drawIndustryCharts(),
    ...drawMediaAndChips(),
    ...drawCropCharts(),
    ...drawPriceCharts(),
    ...drawBarCharts(),
  };
}

/** Gross output of an industry in billion dollars. */
export const readOutput = (industry: string, key: string, id = 'output') =>
  scale(findSeries(readDemoFigures(industry, key), id).points, 1000);

function drawIndustryCharts(): Record<string, string> {
  const coal = ['oil-gas-and-coal', 'bea:212100'] as const;
  const cars = 'automotive-and-electric-vehicles';
  return {
    'posts/coal-dollars-and-volume.svg': drawLines({
      title: 'U.S. coal mining: more dollars, less coal',
      unit: 'Billion dollars of each year, and billion dollars of 2017',
      source: `${beaSource}; real output computed by us`,
      lines: [
        { label: 'in dollars', points: readOutput(...coal), colour: ink },
        { label: 'prices taken out', points: readOutput(...coal, 'real'), colour: accent },
      ],
    }),
    'posts/cars-and-light-trucks.svg': drawLines({
      title: 'U.S. makers moved from cars to light trucks',
      unit: 'Gross output, billion dollars',
      source: beaSource,
      lines: [
        { label: 'light trucks', points: readOutput(cars, 'bea:336112'), colour: accent },
        { label: 'cars', points: readOutput(cars, 'bea:336111'), colour: ink },
      ],
    }),
  };
}

function drawMediaAndChips(): Record<string, string> {
  const chips = ['semiconductors-and-electronics', 'bea:334413'] as const;
  return {
    'posts/chips-cost-a-tenth.svg': drawLines({
      title: 'U.S. semiconductors: the same dollars, ten times the volume',
      unit: '1997 = 100',
      source: `${beaSource}; real output computed by us`,
      lines: [
        {
          label: 'prices taken out',
          points: toIndex(readOutput(...chips, 'real')),
          colour: accent,
        },
        { label: 'in dollars', points: toIndex(readOutput(...chips)), colour: ink },
      ],
    }),
    'posts/film-grew-newspapers-shrank.svg': drawLines({
      title: 'U.S. film and video grew, newspapers shrank',
      unit: 'Gross output, billion dollars',
      source: beaSource,
      lines: [
        {
          label: 'film and video',
          points: readOutput('telecom-and-media', 'bea:512100'),
          colour: accent,
        },
        { label: 'newspapers', points: readOutput('telecom-and-media', 'bea:511110'), colour: ink },
      ],
    }),
  };
}

function drawCropCharts(): Record<string, string> {
  const wheat = readDemoFigures('crops-and-grains', 'psd:wheat');
  const palm = readDemoFigures('fruit-nuts-and-plantation-crops', 'psd:oil-palm');
  const eighties = (id: string) =>
    findSeries(palm, id).points.filter(([year]) => year >= 1976 && year <= 1990);
  return {
    'posts/wheat-from-the-same-land.svg': drawLines({
      title: 'World wheat since 1960: the harvest grew, the land did not',
      unit: '1960 = 100',
      source: usdaSource,
      lines: [
        {
          label: 'harvest',
          points: toIndex(findSeries(wheat, 'production').points),
          colour: accent,
        },
        { label: 'area', points: toIndex(findSeries(wheat, 'area').points), colour: ink },
      ],
    }),
    'posts/what-a-world-total-adds-up.svg': drawLines({
      title: 'Palm oil: the area tripled in 1983, the harvest did not',
      unit: 'Area in million hectares, harvest of oil in million tonnes',
      source: 'Source: USDA Foreign Agricultural Service, PSD',
      lines: [
        { label: 'harvest', points: scale(eighties('production'), 1000), colour: ink },
        { label: 'area', points: scale(eighties('area'), 1000), colour: accent },
      ],
    }),
  };
}

function drawPriceCharts(): Record<string, string> {
  const price = (industry: string, key: string) =>
    findSeries(readDemoFigures(industry, key), 'price').points;
  const gas = (region: string) =>
    since(1990, price('oil-gas-and-coal', `pink:Natural gas, ${region}`));
  return {
    'posts/gas-has-no-world-price.svg': drawLines({
      title: 'Natural gas: Europe and the United States part',
      unit: 'USD per million Btu, yearly mean',
      source: pinkSheet,
      lines: [
        { label: 'Europe', points: gas('Europe'), colour: accent },
        { label: 'United States', points: gas('US'), colour: blue },
      ],
    }),
    'posts/how-wrong-a-forecast-may-be.svg': drawLines({
      title: 'Cocoa tripled after five still years',
      unit: 'USD per kilogram, yearly mean',
      source: pinkSheet,
      lines: [
        {
          label: 'cocoa',
          points: price('fruit-nuts-and-plantation-crops', 'pink:Cocoa'),
          colour: accent,
        },
      ],
    }),
  };
}

function drawBarCharts(): Record<string, string> {
  return {
    'posts/lithium-reserves-in-years.svg': drawBars({
      title: 'Lithium reserves divided by the production of 2023',
      unit: 'Years that reserves last at the production of 2023',
      source: `${usgsSource}; quotient computed by us`,
      bars: listReserveYears(),
    }),
    'posts/reading-concentration.svg': drawBars({
      title: 'Concentration of world production, from gold to gallium',
      unit: 'Herfindahl index of producing countries, 2023; above 0.18 is highly concentrated',
      source: `${usgsSource}; indices computed by us`,
      bars: listConcentrations(),
    }),
    'posts/china-buys-most-electric-vehicles.svg': drawBars({
      title: 'China bought 58.5 % of the electric vehicles of 2023',
      unit: 'Electric vehicles sold in 2023, million',
      source: 'Source: International Energy Agency, Global EV Outlook 2024, CC BY 4.0',
      bars: listLeaders(['automotive-and-electric-vehicles', 'iea:EV sales', 'countries'], 1e6),
    }),
    'posts/brazil-doubled-its-corn.svg': drawBars({
      title: 'Corn harvests added from 2015 to 2025',
      unit: 'Million tonnes added from 2015 to 2025 (2025 estimated)',
      source: 'Source: USDA Foreign Agricultural Service, PSD; differences computed by us',
      bars: findRanking(readDemoFigures('crops-and-grains', 'psd:corn'), 'countries')
        .rows.slice(0, 4)
        .concat(
          findRanking(readDemoFigures('crops-and-grains', 'psd:corn'), 'countries').rows.slice(
            5,
            6,
          ),
        )
        .map(({ name, value, before = 0 }) => ({
          label: name,
          value: (value - before) / 1000,
          shown: ((value - before) / 1000).toFixed(0),
          isMain: name === 'Brazil',
        })),
    }),
  };
}

/** The first six of a ranking, the first one in the accent. */
export function listLeaders(
  [industry, key, id]: readonly [industry: string, key: string, id: string],
  unit: number,
): Bar[] {
  return findRanking(readDemoFigures(industry, key), id)
    .rows.slice(0, 6)
    .map(({ name, value }, i) => ({
      label: name,
      value: value / unit,
      shown: (value / unit).toLocaleString('en-US', { maximumSignificantDigits: 3 }),
      isMain: i === 0,
    }));
}

function listReserveYears(): Bar[] {
  const lithium = readDemoFigures('battery-and-critical-minerals', 'usgs:lithi');
  const reserves = findRanking(lithium, 'reserves-lithium-content').rows;
  return findRanking(lithium, 'production-lithium-content')
    .rows.slice(0, 7)
    .map(({ name, value }) => {
      const years = Math.round((reserves.find((row) => row.name === name)?.value ?? 0) / value);
      return { label: name, value: years, shown: String(years), isMain: name === 'Australia' };
    });
}

function listConcentrations(): Bar[] {
  return (
    [
      ['Gold', 'base-and-precious-metals', 'usgs:gold', 'production-gold-content'],
      ['Copper, mined', 'base-and-precious-metals', 'usgs:coppe', 'production-copper-content'],
      ['Zinc', 'base-and-precious-metals', 'usgs:zinc', 'production-zinc-content'],
      ['Copper, refined', 'base-and-precious-metals', 'usgs:coppe', 'production-copper'],
      ['Lithium', 'battery-and-critical-minerals', 'usgs:lithi', 'production-lithium-content'],
      [
        'Rare earths',
        'battery-and-critical-minerals',
        'usgs:raree',
        'production-rare-earth-oxide-equivalent',
      ],
      ['Niobium', 'battery-and-critical-minerals', 'usgs:niobi', 'production-niobium-content'],
      ['Gallium', 'battery-and-critical-minerals', 'usgs:galli', 'production-gallium'],
    ] as const
  ).map(([label, industry, key, id]) => {
    const ranking = findRanking(readDemoFigures(industry, key), id);
    const value = calculateConcentration(ranking)?.herfindahl ?? 0;
    return { label, value, shown: value.toFixed(2), isMain: value > 0.18 };
  });
}
