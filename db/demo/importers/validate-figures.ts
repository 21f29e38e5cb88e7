import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Figures, Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import type { CatalogueRow } from './importer.ts';

/** How many tonnes one of the unit is, to compare reserves with production. */
const tonnesPerUnit: Readonly<Record<string, number>> = {
  kilograms: 0.001,
  tonnes: 1,
  'thousand tonnes': 1e3,
  'million tonnes': 1e6,
  // Helium alone, whose reserves and production have the same unit.
  'million cubic metres': 1,
};
const maxFolderBytes = 6e6;
const uncleanName = /\u00a0|[a-z]\d+$|^(World|Other countries)|(Russia|Japan)e$/;

type Fail = (reason: string) => never;

/**
 * Throws for figures that no report may show: too few points, years out of order, values that are
 * not numbers, unclean names, rankings above their total, reserves below a year's production.
 */
export function validateFigures({ key, series, rankings }: Figures): void {
  const fail: Fail = (reason) => {
    throw new Error(`${key}: ${reason}`);
  };
  // The world production of a mineral has two years; a longer series follows it.
  if (!series.slice(0, 2).some(({ points }) => points.length >= 4))
    fail('neither of the first two series has four points');
  for (const list of [series, rankings])
    if (new Set(list.map(({ id }) => id)).size < list.length)
      fail(`two have the same id: ${list.map(({ id }) => id).join(', ')}`);
  for (const one of series) validateSeries(one, fail);
  for (const ranking of rankings) validateRanking(ranking, fail);
  validateReserves(rankings, fail);
}

function validateSeries({ id, label, unit, points, measure }: Series, fail: Fail): void {
  const isPriceUnit = /per|cents/.test(unit);
  const hasWrongMeasure = (measure === 'price') !== isPriceUnit && measure !== 'rate';
  if (label.includes('_') || unit === '' || hasWrongMeasure)
    fail(`${id}: "${label}" in "${unit}" as ${measure}`);
  points.forEach(([year, value], i) => {
    const isRounded = Number(value.toPrecision(6)) === value;
    const isInOrder = i === 0 || year > (points[i - 1]?.[0] ?? 0);
    if (!Number.isFinite(value) || !isRounded || !isInOrder)
      fail(`${id} has a bad point in ${year}`);
  });
}

function validateRanking({ id, rows, total }: Ranking, fail: Fail): void {
  if (rows.length === 0 || rows.length > 15) fail(`${id} has ${rows.length} rows`);
  if (total !== undefined && rows.reduce((sum, { value }) => sum + value, 0) > total * 1.1)
    fail(`${id} exceeds its total`);
  rows.forEach(({ name, value, before }, i) => {
    const hasBadNumber =
      !Number.isFinite(value) || (before !== undefined && !Number.isFinite(before));
    if (hasBadNumber || value > (rows[i - 1]?.value ?? Infinity)) fail(`${id}: bad row ${name}`);
    if (uncleanName.test(name)) fail(`${id}: unclean name "${name}"`);
  });
}

function validateReserves(rankings: readonly Ranking[], fail: Fail): void {
  const production = rankings.find(({ id }) => id.startsWith('production-'));
  const reserves = rankings.find(({ id }) => id.startsWith('reserves-'));
  if (!production || !reserves) return;
  const toTonnes = ({ rows, unit }: Ranking): number =>
    (rows[0]?.value ?? 0) * (tonnesPerUnit[unit] ?? NaN);
  if (toTonnes(reserves) < toTonnes(production)) fail("reserves below a year's production");
}

/**
 * Where the figures have the latest value of the proposed catalogue: "main", "other" (a further
 * series or a total of that year), or a sentence on why they don't.
 */
function locateLatestValue(
  { latest_value, latest_year }: CatalogueRow,
  { series, rankings }: Figures,
): string {
  const [latest, year] = [Number(latest_value), Number(latest_year)];
  const isLatest = (value: number | undefined): boolean =>
    value !== undefined && Math.abs(value - latest) <= Math.abs(latest) * 0.0005;
  const values = series.map(({ points }) => points.find(([pointYear]) => pointYear === year)?.[1]);
  if (isLatest(values[0])) return 'main';
  const isTotal = rankings.some((ranking) => ranking.year === year && isLatest(ranking.total));
  if (values.some(isLatest) || isTotal) return 'other';
  const otherYear = series.find(({ points }) => points.some(([, value]) => isLatest(value)));
  return otherYear
    ? `it is the value of another year of "${otherYear.label}"`
    : `the main series has ${values[0] ?? 'no value'} for ${year}`;
}

/**
 * Throws unless every row has its figures once and the folder of figures is small. Prints each
 * latest value that is in no series and answers a summary for the log.
 */
export function validateCatalogue(
  rows: readonly CatalogueRow[],
  figuresList: readonly Figures[],
  folder: string,
): string {
  const keys = new Set(figuresList.map(({ key }) => key));
  const missing = rows.filter(({ source, key }) => !keys.has(`${source}:${key}`));
  if (missing.length > 0 || figuresList.length !== rows.length)
    throw new Error(
      `${figuresList.length} figures for ${rows.length} rows; missing: ` +
        missing.map(({ key }) => key).join(', '),
    );
  const bytes = readdirSync(folder).reduce(
    (sum, name) => sum + statSync(path.join(folder, name)).size,
    0,
  );
  if (bytes > maxFolderBytes) throw new Error(`${bytes} bytes of figures`);
  const places = rows.map((row, i) => {
    const place = locateLatestValue(row, figuresList[i] as Figures);
    if (place !== 'main' && place !== 'other')
      console.log(
        `${row.source}:${row.key}: the proposal says ${row.latest_value} ` +
          `(${row.latest_year}); ${place}`,
      );
    return place;
  });
  const count = (wanted: string): number => places.filter((place) => place === wanted).length;
  return (
    `${rows.length} subjects (${keys.size} different), ${bytes} bytes; the proposal's latest ` +
    `value is in ${count('main')} main series and ${count('other')} further series or totals`
  );
}
