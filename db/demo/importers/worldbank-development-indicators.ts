import { normalizePlaceName } from './place-names.ts';
import { figuresKey, toPoints, readCsv, pickLargest, type FiguresImporter } from './importer.ts';

type Line = { 'Country Name': string; 'Country Code': string; Year: string; Value: string };

const indicators: Readonly<
  Record<
    string,
    readonly [label: string, unit: string, measure: 'rate' | 'value' | 'volume' | 'share']
  >
> = {
  'sh.med.beds.zs': ['Hospital beds', 'per 1,000 people', 'rate'],
  'it.net.secr.p6': ['Secure Internet servers', 'per million people', 'rate'],
  'tx.val.tech.cd': ['High-technology exports', 'current USD', 'value'],
  'it.cel.sets.p2': ['Mobile subscriptions', 'per 100 people', 'rate'],
  'it.net.bbnd.p2': ['Fixed broadband subscriptions', 'per 100 people', 'rate'],
  'cm.mkt.lcap.cd': ['Market capitalisation of listed domestic companies', 'current USD', 'value'],
  'fb.atm.totl.p5': ['Automated teller machines', 'per 100,000 adults', 'rate'],
  'is.air.dprt': ['Departures of registered carriers', 'departures', 'volume'],
  'is.shp.good.tu': ['Container port traffic', 'TEU', 'volume'],
  'st.int.rcpt.xp.zs': ['International tourism receipts', '% of total exports', 'share'],
};

/** What the source shows and a reader would stumble over. */
const remarks: Readonly<Record<string, string>> = {
  'it.cel.sets.p2':
    ' Fiji stands at 112 in 2022 and at 574 in 2024 in the source, which does not explain ' +
    'the jump.',
};

/**
 * The world aggregate and the leading countries, in the latest year that at least sixty countries
 * report.
 */
export function createDevelopmentIndicatorImporter(folder: string): FiguresImporter {
  const isCountry = new Set(
    readCsv(folder, 'countries/country-codes.csv').map((row) => row['ISO3166-1-Alpha-3']),
  );
  return (subject) => {
    const lines = readCsv<Line>(folder, `worldbank_wdi/${subject.key}/data.csv`).filter(
      ({ Value }) => Value !== '',
    );
    const [label, unit, measure] = indicators[subject.key] ?? ['Value', '', 'rate'];
    const countries = lines.filter((line) => isCountry.has(line['Country Code']));
    const reporting = new Map<number, number>();
    for (const { Year } of countries)
      reporting.set(Number(Year), (reporting.get(Number(Year)) ?? 0) + 1);
    const years = [...reporting].filter(([, count]) => count >= 60).map(([year]) => year);
    const year = years.length > 0 ? Math.max(...years) : Math.max(...reporting.keys());
    const before = new Map(
      countries
        .filter(({ Year }) => Number(Year) === year - 10)
        .map((line) => [line['Country Code'], Number(line.Value)]),
    );
    const rows = countries
      .filter(({ Year }) => Number(Year) === year)
      .map((line) => ({
        name: normalizePlaceName(line['Country Name']),
        value: Number(line.Value),
        before: before.get(line['Country Code']),
      }));
    return {
      key: figuresKey(subject),
      series: [
        {
          id: 'world',
          label,
          measure,
          unit,
          place: 'World',
          source: 'wdi',
          points: toPoints(
            lines
              .filter((line) => line['Country Code'] === 'WLD')
              .map((line) => [Number(line.Year), Number(line.Value)]),
          ),
        },
      ],
      rankings: [
        {
          id: 'countries',
          label: `${label} by country`,
          measure,
          unit,
          year,
          spanYears: 10,
          source: 'wdi',
          rows: pickLargest(rows),
          note: `${rows.length} countries report for ${year}.${remarks[subject.key] ?? ''}`,
        },
      ],
    };
  };
}
