import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Ranking, Series } from '#core/catalogue/figures/figures.model.ts';
import { readCsv } from '../importers/importer.ts';
import { normalizePlaceName } from '../importers/place-names.ts';
import type { RawRanking, RawReader, RawSeries } from './audit-figures.ts';

type Line = Record<'code' | 'year' | 'measure' | 'value_text', string> &
  Record<'country' | 'type' | 'edition', string>;

/** Names of raw columns by the first words of a label. */
const kinds: readonly (readonly [label: RegExp, column: RegExp])[] = [
  [/^U\.S\. production/, /prod|refinery|mine|extracted|sold/i],
  [/^Sold or used by U\.S\. producers/, /sold/i],
  [/^U\.S\. consumption/, /consump|apparent/i],
  [/^U\.S\. imports/, /imports/i],
  [/^U\.S\. exports/, /exports/i],
  [/^Price/, /price/i],
  [/^Net import reliance/, /NIR/],
  [/^U\.S\. shipments/, /shipments/i],
  [/^U\.S\. recycling/, /recycled/i],
  [/^Year-end stocks/, /stocks/i],
];
const toNumber = (text: string): number =>
  Number(text.trim().replace(/^e/, '').replaceAll(',', '') || NaN);

/** The heads of this edition are right; it is revised by the next one. */
const soundEdition = 'MCS2023';
const largestRevision = 0.05;

/**
 * Whether columns of the series' kind have its values in three years. Heads of the edition of 2024
 * are wrong in places, so that the edition before may prove the kind by what it printed before a
 * revision; but each value itself must be in the mineral's table of its year.
 */
function hasColumn(lines: readonly Line[], { label, points }: Series): boolean {
  const kind = kinds.find(([words]) => words.test(label))?.[1];
  const proven = points.filter(([year, value]) =>
    lines.some(
      (line) =>
        kind?.test(line.measure) === true &&
        Number(line.year) === year &&
        Math.abs(toNumber(line.value_text) - value) <=
          (line.edition === soundEdition ? value * largestRevision : 0),
    ),
  );
  return proven.length >= 3;
}

/** The edition of 2023 as it was published, whose years overlap with those of 2024. */
function readSoundEdition(folder: string, code: string): Line[] {
  const file = `usgs_minerals/mcs2023/salient/mcs2023-${code}_salient.csv`;
  if (!existsSync(path.join(folder, file))) return [];
  return readCsv(folder, file).flatMap((row) =>
    Object.entries(row).map(([measure, text]) => ({
      code,
      measure,
      year: row['Year'] ?? '',
      value_text: text,
      edition: soundEdition,
      country: 'United States',
      type: '',
    })),
  );
}

/** World tables and U.S. statistics of the editions of 2023 and 2024. */
export function createUsgsReader(folder: string): RawReader {
  const salient = readCsv<Line>(folder, 'usgs_minerals/tidy_salient.csv');
  const world = readCsv<Line>(folder, 'usgs_minerals/tidy_world.csv');
  return (key) => {
    const ownSalient = salient.filter(({ code }) => code === key);
    const ownWorld = world.filter(({ code }) => code === (key === 'alum' ? 'alumi' : key));
    const omission = readOmission(folder, key);
    const proof = [...ownSalient, ...readSoundEdition(folder, key)];
    return {
      findSeries: (series) => {
        if (series.id === 'world') return findWorldSeries(ownWorld, series, omission);
        return hasColumn(proof, series) ? findUsSeries(ownSalient, series) : undefined;
      },
      findRanking: (ranking) => findRanking(ownWorld, ranking, omission),
    };
  };
}

/** "the United States" and "China" as the source's notes to a world total name who is missing. */
const omissions: readonly (readonly [note: RegExp, words: string])[] = [
  [/excludes U\.S\. production/i, 'without the United States'],
  [/excludes China/i, 'without China'],
];

/**
 * Returns the words that the labels of a mineral's world production must have by the notes of its
 * table.
 */
function readOmission(folder: string, code: string): string | undefined {
  const file = `usgs_minerals/mcs2024/world/mcs2024-${code}_world.csv`;
  if (!existsSync(path.join(folder, file))) return undefined;
  const remarks = readCsv(folder, file)
    .map((row) => Object.values(row))
    .filter((cells) => cells.some(isWorld))
    .map((cells) => cells.join(' '));
  return omissions.find(([note]) => remarks.some((remark) => note.test(remark)))?.[1];
}

const isWorld = (country: string): boolean => country.startsWith('World total');

/**
 * The value of a place in a column. A mineral may have several tables, of ore and of metal: the one
 * that has the printed value is taken, if there is one.
 */
function findWorldValue(
  lines: readonly Line[],
  isPlace: (country: string) => boolean,
  column: RegExp,
  printed: number,
): number | undefined {
  const values = lines
    .filter(({ country, measure }) => isPlace(country) && column.test(measure))
    .map(({ value_text }) => toNumber(value_text));
  return values.find((value) => value === printed) ?? values[0];
}

/** A label says who is missing in the world total, and says it of no other. */
const sayOmission = (omission: string | undefined): string =>
  omission ? `(?=.* ${omission}, )` : '(?!.* without )';

const findWorldSeries = (
  lines: readonly Line[],
  { points, unit }: Series,
  omission: string | undefined,
): RawSeries => ({
  label: new RegExp(`^World${sayOmission(omission)} .*production`),
  unit,
  place: 'World',
  values: new Map(
    points.map(([year, value]) => [
      year,
      findWorldValue(lines, isWorld, new RegExp(`^Prod_.*${year}$`), value) ?? NaN,
    ]),
  ),
  estimatedFrom: 2023,
});

const findUsSeries = (lines: readonly Line[], { points, unit }: Series): RawSeries => ({
  label: /./,
  unit,
  place: 'United States',
  values: new Map(
    points.filter(([year, value]) =>
      lines.some((line) => Number(line.year) === year && toNumber(line.value_text) === value),
    ),
  ),
});

function findRanking(
  lines: readonly Line[],
  ranking: Ranking,
  omission: string | undefined,
): RawRanking {
  const { id, unit, year, rows, total } = ranking;
  const isReserves = id.startsWith('reserves-');
  const columnOf = (wanted: number): RegExp =>
    isReserves ? /^Reserves/ : new RegExp(`^(Prod|Cap)_.*${wanted}$`);
  return {
    label: isReserves
      ? /^World reserves by country/
      : new RegExp(`^World${sayOmission(omission)} .*production.* by country`),
    unit,
    year,
    valueOf: (name, wanted) => {
      const row = rows.find((one) => one.name === name);
      const printed = (wanted === year ? row?.value : row?.before) ?? NaN;
      const isPlace = (country: string): boolean => normalizePlaceName(country) === name;
      return findWorldValue(lines, isPlace, columnOf(wanted), printed);
    },
    total: total === undefined ? total : findWorldValue(lines, isWorld, columnOf(year), total),
  };
}
