import type { Measure, Ranking, Series } from '#core/catalogue/figures.model.ts';
import { has, keyOf, points, readCsv, top, type Maker } from './read.ts';

type Salient = { code: string; year: string; measure: string; definition: string; value: string };
type World = { code: string; country: string; type: string; measure: string; value: string };

/** Suffix of a column's name to its unit; the order matters, longer ones first. */
const suffixes: readonly (readonly [suffix: string, unit: string, measure: Measure])[] = [
  ['_ctslb', 'US cents per pound', 'price'], ['_dto', 'USD per troy ounce', 'price'], ['_dkg', 'USD per kilogram', 'price'], ['_dlb', 'USD per pound', 'price'],
  ['_dst', 'USD per short ton', 'price'], ['_dmtu', 'USD per metric ton unit', 'price'], ['_dt', 'USD per tonne', 'price'], ['_pct', '% of apparent consumption', 'share'],
  ['_mmt', 'million tonnes', 'volume'], ['_mcm', 'million cubic metres', 'volume'], ['_kt', 'thousand tonnes', 'volume'], ['_kg', 'kilograms', 'volume'], ['_t', 'tonnes', 'volume'], ['_mt', 'million tonnes', 'volume'],
];
const words: Readonly<Record<string, string>> = { USprod: 'U.S. production', Imports: 'U.S. imports', Exports: 'U.S. exports', Consump: 'U.S. consumption', Price: 'Price', NIR: 'Net import reliance', Stocks: 'Year-end stocks', Shipments: 'U.S. shipments', Recycled: 'U.S. recycling', Products: 'Products sold' };
/** Which column heads a report, best first. */
const order = ['USprod', 'Consump', 'Imports', 'Exports', 'Price', 'NIR', 'Shipments', 'Recycled', 'Stocks', 'Products'];
/** Headers that lost the line between name and unit in one edition. */
const unjoined = /(Primary|Metal|GaAs|purity|Refined|Mine|Concentrate|Other|Used)(dkg|kg|kt|pct|t)$/;
const total = /^World total/;
const rest = /^(Other|World)/;
const small = (detail: string): string => detail.replaceAll(/[_-]/g, ' ').replaceAll(/\b([A-Z])([a-z]+)/g, (_, a: string, b: string) => a.toLowerCase() + b).trim();

/** U.S. salient statistics 2018–2023 and world production and reserves by country. Withheld values are missing. */
export function fromUsgs(folder: string): Maker {
  const salient = readCsv<Salient>(folder, 'usgs_minerals/tidy_salient.csv')
    .filter(({ value, measure }) => value !== '' && !measure.includes('CASE') && !measure.startsWith('Employment') && !measure.startsWith('Price_WO3'))
    .map((line) => ({ ...line, measure: line.measure.replace(unjoined, '$1_$2').replace(/_dtoz$/, '_dto').replace('Alumina_Refinery', 'USprod_Alumina').replace('Bauxite_Mine', 'USprod_Bauxite').replace(/^(Bauxite|Alumina)_(Imports|Exports|Price|NIR|Stocks|Consump)/, '$2_$1') }));
  const world = readCsv<World>(folder, 'usgs_minerals/tidy_world.csv').filter(({ value }) => value !== '');
  return (subject) => ({
    key: keyOf(subject),
    series: seriesOf(salient.filter(({ code }) => code === subject.key)),
    rankings: rankingsOf(world.filter(({ code }) => code === subject.key)),
  });
}

function seriesOf(own: readonly Salient[]): Series[] {
  const columns = [...new Set(own.map(({ measure }) => measure))];
  const rank = (column: string): number => order.indexOf(column.split('_')[0] ?? '');
  const made = columns.flatMap((column): Series[] => {
    const kind = suffixes.find(([suffix]) => column.endsWith(suffix));
    const [first = '', ...others] = column.split('_');
    if (!kind || !words[first]) return [];
    const detail = small(others.slice(0, -1).join(' '));
    const years = new Map(own.filter(({ measure }) => measure === column).map(({ year, value }) => [Number(year), Number(value)]));
    return [{ id: column.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), label: words[first] + (detail ? `, ${detail}` : ''), measure: kind[2], unit: kind[1], place: 'United States', source: 'usgs', points: points(years), estimatedFrom: 2023 }];
  });
  const rankOf = new Map(columns.map((column) => [column.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'), rank(column)]));
  const short = (series: Series): number => (series.points.length >= 5 ? 0 : 1);
  return made.filter(has).filter(({ points: all }) => all.length >= 3 && all.some(([, value]) => value > 0))
    .toSorted((a, b) => short(a) - short(b) || (rankOf.get(a.id) ?? 99) - (rankOf.get(b.id) ?? 99)).slice(0, 9);
}

function rankingsOf(own: readonly World[]): Ranking[] {
  const kinds = [...new Set(own.map(({ type }) => type))];
  return kinds.flatMap((type): Ranking[] => {
    const lines = own.filter((line) => line.type === type);
    const find = (pattern: RegExp): string | undefined => lines.find(({ measure }) => pattern.test(measure))?.measure;
    return [...rankingOf(lines, type, find(/^Prod_.*2023$/), find(/^Prod_.*2022$/), 'production', 2023), ...rankingOf(lines, type, find(/^Reserves/), undefined, 'reserves', 2023)];
  }).slice(0, 4);
}

function rankingOf(lines: readonly World[], type: string, now: string | undefined, before: string | undefined, id: string, year: number): Ranking[] {
  const unit = suffixes.find(([suffix]) => now?.replace(/_est|_Est|_20\d\d/g, '').endsWith(suffix));
  if (!now || !unit) return [];
  const value = (country: string, measure: string): number | undefined => {
    const found = lines.find((line) => line.country === country && line.measure === measure);
    return found && Number(found.value);
  };
  const countries = [...new Set(lines.map(({ country }) => country))];
  const rows = countries.filter((country) => !rest.test(country)).map((country) => ({
    name: country.replace(/[\de]*\d$/, '').trim(), value: value(country, now) ?? 0, before: before ? value(country, before) : undefined,
  }));
  const whole = countries.find((country) => total.test(country));
  const all = whole === undefined ? undefined : value(whole, now);
  const shown = top(rows);
  if (shown.length < 3) return [];
  const what = type.trim() === '' ? '' : ` (${type.replace(/^./, (letter) => letter.toLowerCase()).replaceAll(/\s+/g, ' ').trim()})`;
  return [{
    id: `${id}-${type.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').slice(0, 30)}`.replace(/-+$/, ''), label: `World ${id} by country${what}`, measure: 'volume', unit: unit[1], year, source: 'usgs', rows: shown,
    ...(before ? { spanYears: 1 } : {}), ...(all && all >= shown.reduce((sum, row) => sum + row.value, 0) * 0.9 ? { total: all } : {}),
    ...(id === 'production' ? { note: 'The figure for 2023 is the U.S. Geological Survey\'s estimate.' } : {}),
  }];
}
