/**
 * Series and rankings with their sources, as the texts of form controls, and back. Pure. A series'
 * values are lines of year and value, a ranking's lines of name and value: as a sheet's columns are
 * pasted. What can't be read stays its text, which the checks before publishing name.
 */
import { readLines, readNumber, readRowTexts, toRowTexts, type Texts } from './texts.ts';

/** The controls of a row; a row's `id` is made of its name if nobody gives one. */
const seriesNames = [
  'label',
  'measure',
  'unit',
  'place',
  'source',
  'points',
  'estimatedFrom',
  'projectedFrom',
  'note',
  'id',
] as const;
const rankingNames = [
  'label',
  'measure',
  'unit',
  'year',
  'source',
  'rows',
  'spanYears',
  'total',
  'note',
  'id',
] as const;
const sourceNames = [
  'name',
  'publisher',
  'licence',
  'attribution',
  'url',
  'vintage',
  'notes',
  'id',
] as const;

/** Empty blocks below the filled ones, for a further one. */
const spareBlocks = 1;

type Given = Readonly<Record<string, unknown>>;
const readList = (value: unknown): readonly Given[] =>
  Array.isArray(value) ? (value as readonly Given[]) : [];
const readObject = (value: unknown): Given =>
  typeof value === 'object' && value !== null ? (value as Given) : {};
const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** How many blocks of each kind the form shows. */
export function countDataRows(value: unknown) {
  const { series, rankings, sources } = splitData(value);
  return {
    series: series.length + spareBlocks,
    rankings: rankings.length + spareBlocks,
    sources: sources.length + spareBlocks,
  };
}

function splitData(value: unknown) {
  const data = readObject(value);
  const figures = readObject(data['figures']);
  return {
    key: toText(figures['key']),
    series: readList(figures['series']),
    rankings: readList(figures['rankings']),
    sources: readList(data['sources']),
  };
}

/** Returns the texts that the controls show for the data. */
export function toDataTexts(value: unknown): Texts {
  const { key, series, rankings, sources } = splitData(value);
  const names = new Map(sources.map(({ id, name }) => [id, toText(name)]));
  const showSource = (id: unknown): string => names.get(id) || toText(id);
  const show = (parts: readonly string[], figure: Given, lines: 'points' | 'rows') => ({
    ...Object.fromEntries(parts.map((part) => [part, toText(figure[part])])),
    source: showSource(figure['source']),
    [lines]: formatCells(figure[lines]),
  });
  const showOne = (source: Given) => ({
    ...Object.fromEntries(sourceNames.map((part) => [part, toText(source[part])])),
    notes: Array.isArray(source['notes']) ? source['notes'].join('\n') : toText(source['notes']),
  });
  return {
    'data.key': key,
    ...toRowTexts(
      'data.series',
      seriesNames,
      series.map((one) => show(seriesNames, one, 'points')),
      spareBlocks,
    ),
    ...toRowTexts(
      'data.rankings',
      rankingNames,
      rankings.map((one) => show(rankingNames, one, 'rows')),
      spareBlocks,
    ),
    ...toRowTexts('data.sources', sourceNames, sources.map(showOne), spareBlocks),
  };
}

/** Cells of a sheet: a tab between columns. */
function formatCells(value: unknown): string {
  if (!Array.isArray(value)) return toText(value);
  return (value as readonly unknown[])
    .map((row) => {
      if (Array.isArray(row)) return row.join('\t');
      const { name, value: size, before } = readObject(row);
      return [name, size, ...(before === undefined ? [] : [before])].join('\t');
    })
    .join('\n');
}

/** The data that the texts say; null for nothing. */
export function readData(texts: Texts): unknown {
  const sources = withIds(readRowTexts(texts, 'data.sources'), 'name').map(readSource);
  const findSource = (text = ''): string => {
    const wanted = text.trim().toLowerCase();
    const found = sources.find(({ name }) => name.trim().toLowerCase() === wanted);
    return (found ?? sources.find(({ id }) => id === text.trim()))?.id ?? text;
  };
  // One series for another program: a ranking and a series don't have the same id.
  const taken = new Set<string>();
  const series = withIds(readRowTexts(texts, 'data.series'), 'label', taken).map((row) =>
    readSeries(row, findSource(row['source'])),
  );
  const rankings = withIds(readRowTexts(texts, 'data.rankings'), 'label', taken).map((row) =>
    readRanking(row, findSource(row['source'])),
  );
  if (series.length + rankings.length + sources.length === 0) return null;
  return { figures: { key: texts['data.key'] ?? '', series, rankings }, sources };
}

type Row = Readonly<Record<string, string>>;

/** Each row with an id of its own: the one that it has, or its name in small letters. */
function withIds(
  rows: readonly Row[],
  nameOf: string,
  taken = new Set<string>(),
): (Row & { readonly id: string })[] {
  for (const { id } of rows) if (id) taken.add(id);
  return rows.map((row) => {
    const id = row['id'] ?? makeId(row[nameOf] ?? '', taken);
    taken.add(id);
    return { ...row, id };
  });
}

/**
 * "World production" is `world-production`, and the second one of this name `world-production-2`.
 */
export function makeId(name: string, taken: ReadonlySet<string>): string {
  const words = name.normalize('NFKD').toLowerCase();
  const base =
    words
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'series';
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.has(id)) return id;
  }
}

const readSource = ({ id, notes = '', ...row }: Row & { readonly id: string }) => ({
  id,
  ...pickTexts(row, ['name', 'publisher', 'licence', 'attribution', 'url', 'vintage']),
  notes: readLines(notes),
});

const pickTexts = <Name extends string>(row: Row, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? ''])) as Record<Name, string>;

const readSeries = (
  { id, points = '', ...row }: Row & { readonly id: string },
  source: string,
) => ({
  id,
  ...pickTexts(row, ['label', 'measure', 'unit', 'place']),
  source,
  points: readPoints(points),
  ...readOptional(row, ['estimatedFrom', 'projectedFrom']),
  ...(row['note'] ? { note: row['note'] } : {}),
});

const readRanking = ({ id, rows = '', ...row }: Row & { readonly id: string }, source: string) => ({
  id,
  ...pickTexts(row, ['label', 'measure', 'unit']),
  year: readNumber(row['year'] ?? '') ?? row['year'] ?? '',
  source,
  rows: readRankingRows(rows),
  ...readOptional(row, ['spanYears', 'total']),
  ...(row['note'] ? { note: row['note'] } : {}),
});

const readOptional = (row: Row, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const text = row[name];
      return text === undefined ? [] : [[name, readNumber(text) ?? text] as const];
    }),
  );

/** In the order of years; the text as it is if a line is not a year and a number. */
function readPoints(text: string): unknown {
  const points = readLines(text).map((line) => {
    const [, year = '', value = ''] = /^(\d{1,4})(?:\s*[\t;:,]\s*|\s+)(\S.*)$/.exec(line) ?? [];
    const number = readNumber(value);
    return number === undefined ? undefined : ([Number(year), number] as const);
  });
  const known = points.filter((point) => point !== undefined);
  return known.length < points.length ? text : known.toSorted(([a], [b]) => a - b);
}

/** The text as it is if a line has no name and number. */
function readRankingRows(text: string): unknown {
  const rows = readLines(text).map((line) => {
    const cells = line.split(/\s*[\t;]\s*/);
    const [, name = '', last = ''] = /^(.*\S)\s+(\S+)$/.exec(line) ?? [];
    const [label = '', size = '', before] = cells.length > 1 ? cells : [name, last];
    const [value, earlier] = [readNumber(size), before ? readNumber(before) : undefined];
    if (value === undefined || label === '' || (before && earlier === undefined)) return undefined;
    return { name: label, value, ...(earlier === undefined ? {} : { before: earlier }) };
  });
  const known = rows.filter((row) => row !== undefined);
  return known.length < rows.length ? text : known;
}
