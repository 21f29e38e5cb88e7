/** A report's series as one thin line of its industry. Pure. */
import type { Series } from './figures.model.ts';
import { industryLinesSize } from './industry-lines.model.ts';

const maxPoints = 16;

/**
 * One series of a report from its first year to its newest, on its own scale from zero, as
 * an SVG path of few points in whole pixels. '' if there is no line to draw.
 */
export function drawIndustryLine(points: Series['points']): string {
  const [first, last] = [points[0], points.at(-1)];
  const largest = Math.max(...points.map(([, value]) => value), 0);
  if (!first || !last || first === last || largest <= 0) return '';
  const { width, height } = industryLinesSize;
  const step = Math.max(1, Math.ceil((points.length - 1) / (maxPoints - 1)));
  const kept = points.filter((_, index) => (points.length - 1 - index) % step === 0);
  const from = kept[0]?.[0] ?? first[0];
  const placed = kept.map(([year, value]) => [
    Math.round(((year - from) / (last[0] - from || 1)) * width),
    Math.round((1 - Math.max(0, value) / largest) * (height - 2)) + 1,
  ]);
  return placed.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
}
