import { readFileSync } from 'node:fs';
import path from 'node:path';
import escapeHtml from 'escape-html';
import { outlineText } from '#adapters/documents/text-outlines.ts';
import type { Figures, Ranking, Series } from '#core/catalogue/figures/figures.model.ts';

/** The colours of the pages, which a file of its own can't take from their style sheet. */
export const colours = {
  ink: '#1c1b18',
  paper: '#ffffff',
  wash: '#f1efe7',
  muted: '#5c5950',
  rule: '#d9d5c8',
  accent: '#9c2f1b',
  blush: '#f6e3dc',
  blue: '#3f4b8c',
  teal: '#2c6a6a',
} as const;

/** A whole SVG file; screen readers read its title if the file stands alone. */
export function svgFile(width: number, height: number, title: string, content: string): string {
  const { characters, body } = shareOutlines(content);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" ` +
    `height="${height}" role="img"><title>${escapeHtml(title)}</title>` +
    `${characters && `<defs>${characters}</defs>`}${body}</svg>\n`
  );
}

/** Each character's outline once, however often it is written. */
function shareOutlines(content: string): { characters: string; body: string } {
  const ids = new Map<string, string>();
  const body = content.replaceAll(
    /<path transform="translate\(([^)]+)\) scale\(([^)]+)\)" d="([^"]+)"\/>/g,
    (_whole, at: string, factor: string, outline: string) => {
      const id = ids.get(outline) ?? `c${ids.size}`;
      ids.set(outline, id);
      const scale = factor.split(' ').map((number) => Number(Number(number).toPrecision(4)));
      return `<use href="#${id}" transform="translate(${at})scale(${scale.join(' ')})"/>`;
    },
  );
  const round = (outline: string): string =>
    outline.replaceAll(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))));
  const drawn = [...ids].map(([outline, id]) => `<path id="${id}" d="${round(outline)}"/>`);
  return { characters: drawn.join(''), body };
}

type TextStyle = {
  readonly size?: number;
  readonly fill?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  readonly serif?: boolean;
};

/** In the pages' own fonts, as outlines: a picture on a page can't load the page's fonts. */
export function text(x: number, y: number, words: string, style: TextStyle = {}): string {
  const { size = 17, fill = colours.ink, anchor, bold, serif } = style;
  const sans = bold ? 'bold' : 'sans';
  return outlineText({ x, y, text: words, size, fill, anchor, font: serif ? 'serif' : sans });
}

type Box = readonly [x: number, y: number, width: number, height: number];

export const rect = ([x, y, width, height]: Box, fill: string, edge = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"` +
  `${edge && ` stroke="${edge}"`}/>`;

export const lineTo = (d: string, stroke: string, width = 1): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;

type DemoFigures = Figures & { readonly key: string };

/** The figures of one report, by the file of its industry and its key. */
export function readDemoFigures(industry: string, key: string): DemoFigures {
  const file = path.join(import.meta.dirname, 'figures', `${industry}.json`);
  const all = JSON.parse(readFileSync(file, 'utf8')) as DemoFigures[];
  const found = all.find((figures) => figures.key === key);
  if (!found) throw new Error(`There are no figures ${key} in ${industry}`);
  return found;
}

export function findSeries(figures: Figures, id: string): Series {
  const found = figures.series.find((series) => series.id === id);
  if (!found) throw new Error(`There is no series ${id}`);
  return found;
}

export function findRanking(figures: Figures, id: string): Ranking {
  const found = figures.rankings.find((ranking) => ranking.id === id);
  if (!found) throw new Error(`There is no ranking ${id}`);
  return found;
}
