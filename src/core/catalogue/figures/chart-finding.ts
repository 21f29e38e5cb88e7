/** Describes a chart in one sentence made by rule from its own numbers. */
import { createValueFormat } from '../drawing/chart-units.model.ts';
import type { ChartFigures } from '../drawing/charts.model.ts';
import type { Ranking, Series } from './figures.model.ts';
import { removeProjections } from './projections.model.ts';
import { findOutliers } from './statistics.ts';

/** Shares of change below which a line counts as unchanged, and from which it is told in folds. */
const littleChange = 0.05;
const foldsFrom = 2;
const foldsTo = 20;
/** Sources round their totals: parts may add up to a little more. */
const minWhole = 0.97;
const peakFrom = 1.25;
/** A fall from the first value that is told although the line recovered from it. */
const deepFall = 0.15;
/** Three names longer than this would fill two lines; the first one has to do. */
const maxNamesLength = 60;

/**
 * A title without a full stop. True of the numbers drawn, whatever they are; what a source projects
 * is no finding. A number and its unit
 * are never parted by a line's end.
 */
export const describeFinding = (chart: ChartFigures): string => keepUnits(writeFinding(chart));

const keepUnits = (sentence: string): string =>
  sentence.replaceAll(/(?<=\d) (?=(?:%|[kMG]?t|bn|tn|m)(?!\w))/g, '\u00A0');

/**
 * A second finding, for a chart whose first one stands above it: what changed most. Undefined if
 * nothing of the kind can be said.
 */
export function describeLargestChange(chart: ChartFigures): string | undefined {
  if (chart.kind === 'bars') return describeLargestGain(chart.ranking);
  const [main] = chart.series;
  return chart.series.length === 1 ? describeLargestStep(main) : undefined;
}

function describeLargestGain({ rows, unit, measure, year, spanYears }: Ranking) {
  if (!spanYears || (measure !== 'volume' && measure !== 'value')) return undefined;
  const gains = rows.flatMap(({ name, value, before }) =>
    before === undefined ? [] : [{ name, gain: value - before }],
  );
  const [most] = gains.toSorted((a, b) => b.gain - a.gain);
  // If the past of some isn't known, one of them may have gained more.
  if (!most || gains.length < rows.length || most.gain <= 0) return undefined;
  const gain = createValueFormat(unit, most.gain).formatValue(most.gain);
  return keepUnits(`${most.name} added most from ${year - spanYears} to ${year}: ${gain}`);
}

function describeLargestStep(series: Series): string | undefined {
  const { points, measure } = series;
  if (measure === 'share' || points.some(([, value]) => value <= 0)) return undefined;
  const steps = points.flatMap(([year, value], index) => {
    const before = points[index - 1];
    return before?.[0] === year - 1 ? [{ year, change: value / before[1] - 1 }] : [];
  });
  const [most] = steps.toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  if (!most || steps.length < points.length - 1 || Math.abs(most.change) < littleChange)
    return undefined;
  const verb = most.change > 0 ? 'rose' : 'fell';
  const size = percent(Math.abs(most.change));
  return keepUnits(
    `The largest step: ${nameSubject(series)} ${verb} by ${size} in ${printYear(series, most.year)}`,
  );
}

function writeFinding(chart: ChartFigures): string {
  if (chart.kind === 'bars') return describeRanking(chart.ranking);
  const [main, ...others] = chart.series.map(removeProjections);
  if (!main) return '';
  return others.length === 0 ? describeTrend(main) : describeComparison([main, ...others]);
}

function describeTrend(series: Series): string {
  const { points, unit } = series;
  const [first, last] = [points[0], points.at(-1)];
  const label = nameSubject(series);
  if (!first || !last) return label;
  const { formatValue } = createValueFormat(unit, Math.max(...points.map(([, value]) => value)));
  const [from, to] = [printYear(series, first[0]), printYear(series, last[0])];
  if (first === last) return `${label}: ${formatValue(last[1])} in ${to}`;
  const high = points.reduce((best, point) => (point[1] > best[1] ? point : best));
  const ratio = last[1] / first[1];
  const verb = last[1] > first[1] ? 'rose' : 'fell';
  if (first[1] === last[1]) return `${label}: ${formatValue(last[1])} in ${to} as in ${from}`;
  if (!(first[1] > 0 && last[1] > 0) || series.measure === 'share' || ratio > foldsTo)
    return `${label} ${verb} from ${formatValue(first[1])} in ${from} to ${formatValue(last[1])} in ${to}`;
  if (high !== first && high[1] >= last[1] * peakFrom) {
    const fall = percent(1 - last[1] / high[1]);
    return `${label} fell ${fall} from the peak of ${printYear(series, high[0])} to ${to}`;
  }
  if (ratio >= foldsFrom)
    return `${label} rose ${Number(ratio.toFixed(1))}-fold from ${from} to ${to}`;
  if (Math.abs(ratio - 1) < littleChange) return describeLevel(series, label);
  return `${label} ${verb} by ${percent(Math.abs(ratio - 1))} from ${from} to ${to}`;
}

/** A line that ends where it began: what happened in between is told if it was much. */
function describeLevel(series: Series, label: string): string {
  const { points } = series;
  const [first = [0, 0], last = first] = [points[0], points.at(-1)];
  const low = points.reduce((best, point) => (point[1] < best[1] ? point : best));
  const to = printYear(series, last[0]);
  const fall = 1 - low[1] / first[1];
  if (fall >= deepFall)
    return `${label} fell by ${percent(fall)} to ${printYear(series, low[0])}, then recovered by ${to}`;
  return `${label} hardly changed from ${printYear(series, first[0])} to ${to}`;
}

/** "U.S. imports, crude" as the subject of a sentence: "U.S. imports (crude)". */
const nameSubject = ({ label }: Series): string =>
  label.replace(/ \(computed\)$/, '').replace(/^([^,]+), (.+)$/, '$1 ($2)');

/** "2025e" for a year that the source estimates. */
const printYear = ({ estimatedFrom }: Series, year: number): string =>
  `${year}${estimatedFrom !== undefined && year >= estimatedFrom ? 'e' : ''}`;

const percent = (share: number): string =>
  `${share < 0.1 ? Number((share * 100).toFixed(1)) : Math.round(share * 100)} %`;

/** The line that ends highest, among those that reach the last year. */
function describeComparison(series: readonly Series[]): string {
  const last = Math.max(...series.map(({ points }) => points.at(-1)?.[0] ?? 0));
  const ends = series
    .flatMap((one) => one.points.slice(-1).map(([year, value]) => ({ one, year, value })))
    .filter(({ year }) => year === last)
    .toSorted((a, b) => b.value - a.value);
  const [highest] = ends;
  if (!highest) return series.map(({ label }) => label).join(', ');
  const { formatValue } = createValueFormat(highest.one.unit, highest.value);
  return `Highest in ${printYear(highest.one, last)}: ${highest.one.label}, ${formatValue(highest.value)}`;
}

/**
 * Shares if the whole is known and no less than the parts shown; else the largest value. A rate
 * that lies far beyond all others is more often a fault of the source than a finding.
 */
function describeRanking(ranking: Ranking): string {
  const { rows, total, measure } = ranking;
  const [first, second, third] = rows;
  if (!first) return 'No values';
  const shown = rows.reduce((sum, { value }) => sum + value, 0);
  const isWhole = total !== undefined && total >= shown * minWhole && measure !== 'share';
  if (!isWhole || !second || !third) return describeLargest(ranking, first);
  const names = `${first.name}, ${second.name} and ${third.name}`;
  const share = first.value / total;
  if (share >= 0.5 || names.length > maxNamesLength)
    return `${first.name}: ${percent(share)} of the total`;
  const three = (first.value + second.value + third.value) / total;
  return `${names}: ${percent(three)} of the total`;
}

/** "Largest in 2024 without Hong Kong: Estonia, 203" */
function describeLargest(
  { rows, unit, measure, year }: Ranking,
  first: Ranking['rows'][number],
): string {
  const outliers = measure === 'rate' ? findOutliers(rows) : [];
  const largest = rows.find((row) => !outliers.includes(row)) ?? first;
  const { formatValue } = createValueFormat(unit, largest.value);
  const names = outliers.map(({ name }) => name).join(', ');
  const without = names === '' ? '' : ` without ${names}`;
  return `Largest in ${year}${without}: ${largest.name}, ${formatValue(largest.value)}`;
}
