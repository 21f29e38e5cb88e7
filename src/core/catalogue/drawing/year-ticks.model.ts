import type { Scale } from './drawing.model.ts';
import { measureText } from './text-width.model.ts';

const labelWidth = measureText('0000', 12);
const gap = 10;
const steps = [1, 2, 5, 10, 20, 25, 50];

/**
 * The first and the last year, and between them round years ("2000", "2005") at the smallest step
 * at which no two labels touch.
 */
export function chooseYearTicks(from: number, to: number, x: Scale): number[] {
  if (from === to) return [from];
  const perYear = Math.abs(x(to) - x(from)) / (to - from);
  const step = steps.find((candidate) => candidate * perYear >= labelWidth + gap) ?? 100;
  const isFree = (year: number): boolean =>
    Math.min(year - from, to - year) * perYear >= labelWidth + gap;
  const between: number[] = [];
  for (let year = Math.ceil(from / step) * step; year < to; year += step)
    if (isFree(year)) between.push(year);
  return [from, ...between, to];
}
