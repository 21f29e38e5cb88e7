import type { Colour } from './drawing.model.ts';

/** A value at the end of a line; if there are several lines, with the line's name below. */
export type EndLabel = {
  /** Where the line ends. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly colour: Colour;
  /** In lines. */
  readonly name: readonly string[];
};

export const nameLineHeight = 14;
const ascent = 12;
const gap = 3;
const heightOf = ({ name }: EndLabel): number => 16 + name.length * nameLineHeight;

/** Labels beside their points, from the top down, moved apart and kept inside the height. */
export function placeEndLabels(
  labels: readonly EndLabel[],
  height: number,
): (EndLabel & { readonly textY: number })[] {
  const sorted = labels.toSorted((a, b) => a.y - b.y);
  const tops: number[] = [];
  for (const label of sorted) {
    const below =
      tops.length > 0 ? (tops.at(-1) ?? 0) + heightOf(sorted[tops.length - 1] ?? label) + gap : 0;
    tops.push(Math.max(label.y + 5 - ascent, below, 0));
  }
  let limit = height;
  for (let i = sorted.length - 1; i >= 0; i--) {
    const label = sorted[i];
    if (!label) break;
    tops[i] = Math.min(tops[i] ?? 0, limit - heightOf(label));
    limit = (tops[i] ?? 0) - gap;
  }
  return sorted.map((label, i) => ({ ...label, textY: (tops[i] ?? 0) + ascent }));
}
