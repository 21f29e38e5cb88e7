import type { Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import { normalizePlaceName } from './place-names.ts';
import { figuresKey, toPoints, readCsv, pickLargest, type FiguresImporter } from './importer.ts';

type Line = { 'Country Name': string; 'Country Code': string; Year: string; Value: string };

type Indicator = readonly [
  label: string,
  unit: string,
  measure: 'rate' | 'value' | 'volume' | 'share',
];

const indicators: Readonly<Record<string, Indicator>> = {
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

/** Below this, one hotel, bank or data centre moves a place's rank per head. */
const minPeople = 1e6;

/** A first place is one among all who could have it: so many leaders must report for its year. */
const leaderCount = 3;
/** For how long a value says who leads, if a country has no newer one. */
const leaderYears = 5;

/**
 * The world aggregate, and the leading countries in the latest year that all three leaders report;
 * per head or as a share those of a million people or more.
 */
export function createDevelopmentIndicatorImporter(folder: string): FiguresImporter {
  const countryCodes = new Set(
    readCsv(folder, 'countries/country-codes.csv').map((row) => row['ISO3166-1-Alpha-3']),
  );
  const people = readNewestPopulation(folder);
  return (subject) => {
    const lines = readCsv<Line>(folder, `worldbank_wdi/${subject.key}/data.csv`).filter(
      ({ Value }) => Value !== '',
    );
    const countryLines = lines.filter((line) => countryCodes.has(line['Country Code']));
    return {
      key: figuresKey(subject),
      series: [buildWorldSeries(subject.key, lines)],
      rankings: [buildCountryRanking(subject.key, countryLines, people)],
    };
  };
}

/** The inhabitants of each place by its code, in the newest year of the source. */
function readNewestPopulation(folder: string): ReadonlyMap<string, number> {
  const lines = readCsv<Line>(folder, 'worldbank_wdi/sp.pop.totl/data.csv')
    .filter(({ Value }) => Value !== '')
    .toSorted((a, b) => Number(a.Year) - Number(b.Year));
  return new Map(lines.map((line) => [line['Country Code'], Number(line.Value)]));
}

const describeIndicator = (code: string): Indicator => indicators[code] ?? ['Value', '', 'rate'];

function buildWorldSeries(code: string, lines: readonly Line[]): Series {
  const [label, unit, measure] = describeIndicator(code);
  return {
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
  };
}

function buildCountryRanking(
  code: string,
  countryLines: readonly Line[],
  people: ReadonlyMap<string, number>,
): Ranking {
  const [label, unit, measure] = describeIndicator(code);
  const isRelative = measure === 'rate' || measure === 'share';
  const isCompared = (line: Line): boolean =>
    !isRelative || (people.get(line['Country Code']) ?? 0) >= minPeople;
  const year = findYearOfLeaders(countryLines.filter(isCompared), countryLines);
  const linesOf = (wantedYear: number): Line[] =>
    countryLines.filter(({ Year }) => Number(Year) === wantedYear);
  const before = new Map(
    linesOf(year - 10).map((line) => [line['Country Code'], Number(line.Value)]),
  );
  const reported = linesOf(year);
  const compared = reported.filter(isCompared);
  const rows = compared.map((line) => ({
    name: normalizePlaceName(line['Country Name']),
    value: Number(line.Value),
    before: before.get(line['Country Code']),
  }));
  return {
    id: 'countries',
    label: `${label} by country${isRelative ? ', above a million people' : ''}`,
    measure,
    unit,
    year,
    spanYears: 10,
    source: 'wdi',
    rows: pickLargest(rows),
    note:
      `${reported.length} countries report for ${year}, all leaders of the last years among them` +
      (isRelative ? `; ${compared.length} of them have a million people or more.` : '.'),
  };
}

/** The latest year for which those report that lead by the newest values of the last years. */
function findYearOfLeaders(compared: readonly Line[], all: readonly Line[]): number {
  const latest = findLatestReportedYear(all);
  const newest = new Map<string, Line>();
  for (const line of compared.toSorted((a, b) => Number(a.Year) - Number(b.Year)))
    if (Number(line.Year) > latest - leaderYears && Number(line.Year) <= latest)
      newest.set(line['Country Code'], line);
  const leaders = [...newest.values()]
    .toSorted((a, b) => Number(b.Value) - Number(a.Value))
    .slice(0, leaderCount);
  const hasAll = (year: number): boolean =>
    leaders.every((leader) =>
      compared.some(
        (line) => line['Country Code'] === leader['Country Code'] && Number(line.Year) === year,
      ),
    );
  return Array.from({ length: leaderYears }, (_, i) => latest - i).find(hasAll) ?? latest;
}

/** The latest year that sixty countries report, or the latest of all if no year has so many. */
function findLatestReportedYear(countryLines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { Year } of countryLines)
    counts.set(Number(Year), (counts.get(Number(Year)) ?? 0) + 1);
  const years = [...counts].filter(([, count]) => count >= 60).map(([year]) => year);
  return Math.max(...(years.length > 0 ? years : counts.keys()));
}
