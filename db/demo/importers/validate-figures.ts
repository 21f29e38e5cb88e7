import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Figures } from '#core/catalogue/figures.model.ts';
import type { CatalogueRow } from './importer.ts';

/** How many tonnes, kilograms … a unit is, to compare reserves with production. */
const tonnesPerUnit: Readonly<Record<string, number>> = {
  kilograms: 0.001,
  tonnes: 1,
  'thousand tonnes': 1e3,
  'million tonnes': 1e6,
  'million cubic metres': 1,
};
const maxBytes = 6e6;

/**
 * Throws for figures that no report may print: too few points, disorder, a value that is no number,
 * unclean names.
 */
export function validateFigures({ key, series, rankings }: Figures): void {
  const fail = (reason: string): never => {
    throw new Error(`${key}: ${reason}`);
  };
  if ((series[0]?.points.length ?? 0) < 4) fail('the main series has fewer than four points');
  for (const list of [series, rankings])
    if (new Set(list.map(({ id }) => id)).size < list.length)
      fail(`two of one id: ${list.map(({ id }) => id).join(', ')}`);
  for (const { id, label, unit, points, measure } of series) {
    if (
      label.includes('_') ||
      unit === '' ||
      ((measure === 'price') !== /per|cents/.test(unit) && measure !== 'rate')
    )
      fail(`${id}: "${label}" in "${unit}" as ${measure}`);
    points.forEach(([year, value], i) => {
      if (
        !Number.isFinite(value) ||
        Number(value.toPrecision(6)) !== value ||
        (i > 0 && year <= (points[i - 1]?.[0] ?? 0))
      )
        fail(`${id} has a bad point in ${year}`);
    });
  }
  for (const { id, rows, total } of rankings) {
    if (rows.length === 0 || rows.length > 15) fail(`${id} has ${rows.length} rows`);
    if (total !== undefined && rows.reduce((sum, { value }) => sum + value, 0) > total * 1.1)
      fail(`${id} exceeds its total`);
    rows.forEach(({ name, value, before }, i) => {
      if (
        !Number.isFinite(value) ||
        (before !== undefined && !Number.isFinite(before)) ||
        value > (rows[i - 1]?.value ?? Infinity)
      )
        fail(`${id}: bad row ${name}`);
      if (/\u00a0|[a-z]\d+$|^(World|Other countries)|(Russia|Japan)e$/.test(name))
        fail(`${id}: unclean name "${name}"`);
    });
  }
  const [made, stock] = ['production-', 'reserves-'].map((start) =>
    rankings.find(({ id }) => id.startsWith(start)),
  );
  if (
    made &&
    stock &&
    (stock.rows[0]?.value ?? 0) * (tonnesPerUnit[stock.unit] ?? NaN) <
      (made.rows[0]?.value ?? 0) * (tonnesPerUnit[made.unit] ?? NaN)
  )
    fail("reserves below a year's production");
}

/**
 * Where the proposal's latest value stands: "main", "other" (a further series or a total of that
 * year), or why nowhere.
 */
export function locateLatestValue(
  { latest_value, latest_year }: CatalogueRow,
  { series, rankings }: Figures,
): string {
  const [value, year] = [Number(latest_value), Number(latest_year)];
  const same = (other: number | undefined): boolean =>
    other !== undefined && Math.abs(other - value) <= Math.abs(value) * 0.0005;
  const at = series.map(({ points }) => points.find(([one]) => one === year)?.[1]);
  if (same(at[0])) return 'main';
  if (at.some(same) || rankings.some((ranking) => ranking.year === year && same(ranking.total)))
    return 'other';
  const near = series.find(({ points }) => points.some(([, one]) => same(one)));
  return near
    ? `it is the value of another year of "${near.label}"`
    : `the main series has ${at[0] ?? 'no value'} for ${year}`;
}

/**
 * Throws unless every row has its figures once and the folder stays small; answers a line for the
 * log.
 */
export function validateCatalogue(
  rows: readonly CatalogueRow[],
  made: readonly Figures[],
  folder: string,
): string {
  const keys = new Set(made.map(({ key }) => key));
  const missing = rows.filter(({ source, key }) => !keys.has(`${source}:${key}`));
  if (missing.length > 0 || made.length !== rows.length)
    throw new Error(
      `${made.length} figures for ${rows.length} rows; missing: ` +
        `${missing.map(({ key }) => key).join(', ')}`,
    );
  const bytes = readdirSync(folder).reduce(
    (sum, name) => sum + statSync(path.join(folder, name)).size,
    0,
  );
  if (bytes > maxBytes) throw new Error(`${bytes} bytes of figures`);
  const places = rows.map((row, i) => ({ row, place: locateLatestValue(row, made[i] as Figures) }));
  for (const { row, place } of places)
    if (place !== 'main' && place !== 'other')
      console.log(
        `${row.source}:${row.key}: the proposal says ${row.latest_value} ` +
          `(${row.latest_year}); ${place}`,
      );
  const count = (wanted: string): number => places.filter(({ place }) => place === wanted).length;
  return (
    `${rows.length} subjects (${keys.size} different), ${bytes} bytes; the proposal's latest ` +
    `value stands in ${count('main')} main series and ${count('other')} further series or ` +
    'totals'
  );
}
