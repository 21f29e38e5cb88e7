import { splitByFont } from './font-runs.ts';

/**
 * The size at which a line, broken at `width`, is at most `maxHeight` points high: it is never cut,
 * since its end names the order. A character is 0.7 em wide at most, on average, and an ideograph
 * one. The fonts of the line are loaded.
 */
export function fittingSize(line: string, width: number, maxHeight: number): number {
  const ems = splitByFont(line).reduce(
    (sum, { text, slice }) => sum + text.length * (slice?.isFullWidth ? 1 : 0.7),
    0,
  );
  const heightAt = (size: number): number => Math.ceil((ems * size) / width) * size * 1.4;
  return [7, 5, 3.5, 2.5, 2].find((size) => heightAt(size) <= maxHeight) ?? 1.5;
}
