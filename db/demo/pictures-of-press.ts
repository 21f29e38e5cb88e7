import { listLicencePrices } from './licence-prices.ts';
import { drawBars, drawLines, since } from './post-charts.ts';
import { beaSource, listLeaders, pinkSheet, readOutput, usgsSource } from './pictures-of-posts.ts';
import { createDemoFileReader } from './report-writer/read-demo-file.ts';
import { colours, findRanking, findSeries, readDemoFigures } from './svg-file.ts';

const { ink, accent } = colours;

/** The charts of press notes, by file name. */
export function drawPressCharts(): Record<string, string> {
  return {
    ...drawMineralNotes(),
    ...drawLineNotes(),
    ...drawAccountNotes(),
    ...drawStoreNotes(),
  };
}

function drawMineralNotes(): Record<string, string> {
  return {
    'press/copper-is-mined-widely-and-refined-in-china.svg': drawBars({
      title: 'Copper refined by country, 2023',
      unit: 'Copper refined in 2023, million tonnes (estimated)',
      source: usgsSource,
      bars: listLeaders(['base-and-precious-metals', 'usgs:coppe', 'production-copper'], 1000),
    }),
    'press/minerals-open-with-the-world.svg': drawBars({
      title: 'Rare earths mined by country, 2023',
      unit: 'Rare-earth oxides mined in 2023, thousand tonnes (estimated)',
      source: usgsSource,
      bars: listLeaders(
        ['battery-and-critical-minerals', 'usgs:raree', 'production-rare-earth-oxide-equivalent'],
        1000,
      ),
    }),
    'press/niobium-comes-from-brazil.svg': drawBars({
      title: 'Niobium mined by country, 2023',
      unit: 'Niobium content mined in 2023, tonnes (estimated)',
      source: usgsSource,
      bars: listLeaders(
        ['battery-and-critical-minerals', 'usgs:niobi', 'production-niobium-content'],
        1,
      ),
    }),
  };
}

function drawLineNotes(): Record<string, string> {
  const price = (industry: string, key: string) =>
    findSeries(readDemoFigures(industry, key), 'price').points;
  return {
    'press/coffee-costs-two-and-a-half-times-as-much.svg': drawLines({
      title: 'Arabica coffee since 1990',
      unit: 'USD per kilogram, yearly mean',
      source: pinkSheet,
      lines: [
        {
          label: 'Arabica',
          points: since(1990, price('beverages-and-tobacco', 'pink:Coffee, Arabica')),
          colour: accent,
        },
        {
          label: 'Robusta',
          points: since(1990, price('beverages-and-tobacco', 'pink:Coffee, Robusta')),
          colour: ink,
        },
      ],
    }),
    'press/every-chart-now-shows-its-numbers.svg': drawLines({
      title: 'Urea since 2000',
      unit: 'USD per tonne, yearly mean',
      source: pinkSheet,
      lines: [
        {
          label: 'urea',
          points: since(2000, price('fertilizers-and-agrochemicals', 'pink:Urea')),
          colour: accent,
        },
      ],
    }),
    'press/covers-drawn-from-the-data.svg': drawLines({
      title: 'U.S. software publishers and newspaper publishers',
      unit: 'Gross output, billion dollars',
      source: beaSource,
      lines: [
        {
          label: 'software',
          points: readOutput('software-it-and-cloud', 'bea:511200'),
          colour: accent,
        },
        { label: 'newspapers', points: readOutput('telecom-and-media', 'bea:511110'), colour: ink },
      ],
    }),
  };
}

function drawAccountNotes(): Record<string, string> {
  const cars = readDemoFigures('automotive-and-electric-vehicles', 'bea:336111');
  const etanercept = readDemoFigures('pharmaceuticals-and-biotechnology', 'cms:Etanercept');
  return {
    'press/market-sizes-beside-output.svg': drawBars({
      title: 'What the American supply of cars was made of in 2017',
      unit: 'Supply of cars by origin, 2017, billion dollars at purchasers’ prices',
      source: 'Source: U.S. Bureau of Economic Analysis, Supply and Use tables of 2017',
      bars: findRanking(cars, 'supply').rows.map(({ name, value }) => ({
        label: name.replace(', less subsidies', ''),
        value: value / 1000,
        shown: (value / 1000).toFixed(1),
        isMain: name === 'Imports',
      })),
    }),
    'press/medicines-are-counted-over-all-forms.svg': drawBars({
      title: 'Medicare spending on etanercept in 2017, by form',
      unit: 'Medicare Part D gross spending in 2017, million dollars',
      source: 'Source: Centers for Medicare & Medicaid Services, Part D drug spending',
      bars: findRanking(etanercept, 'forms').rows.map(({ name, value }, i) => ({
        label: name,
        value,
        shown: Math.round(value).toLocaleString('en-US'),
        isMain: i === 0,
      })),
    }),
  };
}

const sourceNames: Readonly<Record<string, string>> = {
  bea: 'Bureau of Economic Analysis',
  usgs: 'Geological Survey',
  psd: 'Department of Agriculture',
  pink: 'World Bank, prices',
  wdi: 'World Bank, indicators',
  cms: 'Medicare',
  iea: 'International Energy Agency',
};

function drawStoreNotes(): Record<string, string> {
  const readFile = createDemoFileReader(import.meta.dirname);
  const lines = readFile('catalogue.json') as readonly { readonly key: string }[];
  return {
    'press/store-opens-with-reports-on-thirty-industries.svg': drawBars({
      title: 'Reports of the store by source',
      unit: 'Reports by the source of their figures',
      source: 'Source: catalogue of the store',
      bars: Object.entries(sourceNames).map(([source, label], i) => {
        const value = lines.filter(({ key }) => key.startsWith(`${source}:`)).length;
        return { label, value, shown: String(value), isMain: i === 0 };
      }),
    }),
    'press/licences-in-one-sentence.svg': drawBars({
      title: 'Prices of the three licences of one report',
      unit: 'Report on lithium, US dollars',
      source: 'Source: price list of the store',
      bars: listLicencePrices().map(({ label, cents, shown }, i) => ({
        label,
        value: cents / 100,
        shown,
        isMain: i === 0,
      })),
    }),
  };
}
