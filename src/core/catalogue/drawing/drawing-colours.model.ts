import type { Colour } from './drawing.model.ts';

/**
 * An industry's hue angle (degrees in OKLCH) from its slug: the same on pages, covers and PDFs.
 * From 90 to 330, away from the accent, which means "act here".
 */
export function hueAngleDegrees(slug: string): number {
  let hash = 2166136261;
  for (const character of slug) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  return 90 + ((hash >>> 0) % 241);
}

/** Lightness and chroma (OKLCH) of an industry's hues: lines, second lines and areas. */
export const hueLightnessAndChroma = {
  hue: [0.42, 0.1],
  'hue-2': [0.545, 0.09],
  'hue-soft': [0.93, 0.03],
} as const;

/** Colours of drawings that stand outside a page, if the page's tokens can't be read. */
export const neutralColours: Readonly<Record<Exclude<Colour, `hue${string}`>, string>> = {
  ink: '#1d1c19',
  muted: '#5b5850',
  rule: '#d9d6ca',
  accent: '#9a2b16',
  paper: '#fbfaf6',
};
