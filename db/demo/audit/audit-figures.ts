import type { Figures, Ranking, Series } from '#core/catalogue/figures/figures.model.ts';

/** A series as the raw files have it. */
export type RawSeries = {
  readonly unit: string;
  readonly place: string;
  /** Words that the label must have, as the raw files name what they count. */
  readonly label: RegExp;
  readonly values: ReadonlyMap<number, number>;
  readonly estimatedFrom?: number;
  readonly projectedFrom?: number;
  /** Half of the last digit that the source prints. */
  readonly rounding?: number;
};
/** A ranking as the raw files have it. */
export type RawRanking = {
  readonly unit: string;
  readonly label: RegExp;
  readonly year: number;
  readonly valueOf: (name: string, year: number) => number | undefined;
  readonly total?: number | undefined;
  /** How far a sum may lie from another sum of the same cells, which the source rounds. */
  readonly rounding?: number;
};
export type RawFigures = {
  readonly findSeries: (series: Series) => RawSeries | undefined;
  readonly findRanking: (ranking: Ranking) => RawRanking | undefined;
};
/** Reads the raw figures of a subject, by the key without its source: "coppe". */
export type RawReader = (key: string) => RawFigures;

/** Values are kept with six significant digits. */
const isSame = (a: number | undefined, b: number | undefined, rounding = 0): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && Math.abs(a - b) <= Math.abs(b) * 1e-5 + rounding);

/** Where the figures differ from the raw files, and how many numbers were compared. */
export function auditFigures(
  figures: Figures,
  raw: RawFigures,
): { faults: string[]; compared: number } {
  const faults = [
    ...figures.series.flatMap((series) => auditSeries(series, raw.findSeries(series))),
    ...figures.rankings.flatMap((ranking) => auditRanking(ranking, raw.findRanking(ranking))),
  ];
  const compared =
    figures.series.reduce((sum, { points }) => sum + points.length, 0) +
    figures.rankings
      .flatMap(({ rows }) => rows)
      .reduce((sum, { before }) => sum + (before === undefined ? 1 : 2), 0) +
    figures.rankings.filter(({ total }) => total !== undefined).length;
  return { faults: faults.map((fault) => `${figures.key}: ${fault}`), compared };
}

function auditSeries(series: Series, raw: RawSeries | undefined): string[] {
  const { id, label, unit, place, points, estimatedFrom, projectedFrom } = series;
  if (!raw) return [`the raw files have no series "${label}"`];
  const faults: string[] = [];
  if (unit !== raw.unit) faults.push(`"${label}" is in ${raw.unit}, not in ${unit}`);
  if (place !== raw.place) faults.push(`"${label}" is of ${raw.place}, not of ${place}`);
  if (!raw.label.test(label)) faults.push(`"${label}" is not called ${raw.label.source}`);
  if (raw.projectedFrom !== projectedFrom)
    faults.push(`"${label}" is projected from ${raw.projectedFrom ?? 'no year'}`);
  if ((raw.estimatedFrom ?? Infinity) < (estimatedFrom ?? Infinity))
    faults.push(`"${label}" is estimated from ${raw.estimatedFrom}`);
  for (const [year, value] of points)
    if (!isSame(value, raw.values.get(year), raw.rounding))
      faults.push(`"${label}" (${id}) is ${raw.values.get(year)} in ${year}, not ${value}`);
  const lastYear = Math.max(...raw.values.keys());
  if (points.at(-1)?.[0] !== lastYear) faults.push(`"${label}" ends before ${lastYear}`);
  return faults;
}

function auditRanking(ranking: Ranking, raw: RawRanking | undefined): string[] {
  const { label, unit, year, rows, spanYears = 0, total } = ranking;
  if (!raw) return [`the raw files have no ranking "${label}"`];
  const faults: string[] = [];
  if (unit !== raw.unit) faults.push(`"${label}" is in ${raw.unit}, not in ${unit}`);
  if (year !== raw.year) faults.push(`"${label}" is of ${raw.year}, not of ${year}`);
  if (!raw.label.test(label)) faults.push(`"${label}" is not called ${raw.label.source}`);
  if (total !== undefined && !isSame(total, raw.total, raw.rounding))
    faults.push(`the total of "${label}" is ${raw.total}, not ${total}`);
  for (const { name, value, before } of rows) {
    if (!isSame(value, raw.valueOf(name, year), raw.rounding))
      faults.push(`"${label}", ${name}: ${raw.valueOf(name, year)} in ${year}, not ${value}`);
    if (before !== undefined && !isSame(before, raw.valueOf(name, year - spanYears)))
      faults.push(`"${label}", ${name}: ${raw.valueOf(name, year - spanYears)}, not ${before}`);
  }
  return faults;
}
