import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Figures, Ranking, Series } from '#core/catalogue/figures/figures.model.ts';

/** One row of catalogue_proposal.csv. */
export type CatalogueRow = {
  readonly industry: string;
  readonly source: string;
  readonly key: string;
  readonly subject: string;
  readonly latest_year: string;
  readonly latest_value: string;
};

/** Makes the figures of one subject from one source; the source must have the subject. */
export type FiguresImporter = (
  row: CatalogueRow,
  catalogueRows: readonly CatalogueRow[],
) => Figures;

/** A CSV file (RFC 4180, with or without a byte order mark) as objects by column name. */
export function readCsv<T = Record<string, string>>(folder: string, file: string): T[] {
  const [header = [], ...rows] = parseCsv(
    readFileSync(path.join(folder, file), 'utf8').replace(/^\uFEFF/, ''),
  );
  return rows
    .filter((row) => row.length > 1)
    .map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])) as T);
}

function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') break;
    if (end !== ',') rows.push([]);
  }
  return rows;
}

/** Six significant digits, more than any source measures. */
export const roundSignificant = (value: number): number => Number(value.toPrecision(6));

/** Points in the order of years, rounded and without missing values. */
export const toPoints = (
  pairs: Iterable<readonly [number, number | null | undefined]>,
): [number, number][] =>
  [...pairs]
    .flatMap(([year, value]): [number, number][] =>
      value == null || !Number.isFinite(value) ? [] : [[year, roundSignificant(value)]],
    )
    .toSorted(([a], [b]) => a - b);

/** The largest fifteen, rounded; values that are zero or missing are left out. */
export const pickLargest = (
  rows: readonly { name: string; value: number; before?: number | undefined }[],
): Ranking['rows'] =>
  rows
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, 15)
    .map(({ name, value, before }) => ({
      name,
      value: roundSignificant(value),
      ...(before === undefined || !(before > 0) ? {} : { before: roundSignificant(before) }),
    }));

/** "usgs:coppe". */
export const figuresKey = (row: CatalogueRow): string => `${row.source}:${row.key}`;

export const hasPoints = (series: Series): boolean => series.points.length > 0;
