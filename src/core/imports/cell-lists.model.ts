/**
 * Several texts in one cell: `Shell; BP; A\; B Ltd`, or one a line. A semicolon or backslash that
 * belongs to a text has a backslash before it.
 */

import type { Segmentation } from '../catalogue/reports/report-input.model.ts';

/** Empty texts are left out, and white space within one is a single space. */
export function parseList(cell: string, separator: ';' | ':' = ';'): string[] {
  const items = cell.includes('\\')
    ? splitEscaped(cell, separator)
    : cell.split(separators[separator]);
  return items.map((item) => item.replaceAll(/\s+/g, ' ').trim()).filter((item) => item !== '');
}

const separators = { ';': /[;\n]/, ':': /:/ } as const;

function splitEscaped(cell: string, separator: ';' | ':'): string[] {
  const items = [''];
  for (const [token] of cell.matchAll(/\\[\\;:]|[\s\S]/g)) {
    if (separators[separator].test(token) && token.length === 1) items.push('');
    else items.push((items.pop() ?? '') + (token.length === 2 ? token.slice(1) : token));
  }
  return items;
}

/** Writes items so that `parseList` reads them again. */
export const formatList = (items: readonly string[]): string =>
  items.map((item) => escapeItem(item)).join('; ');

const escapeItem = (item: string): string =>
  item
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\;]/g, (sign) => `\\${sign}`);

/** "By type: hard; soft", one segmentation a line. undefined for a line without a colon. */
export function parseSegmentation(line: string): Segmentation | undefined {
  const colon = /(?<!\\)(?:\\\\)*:/.exec(line);
  if (!colon) return undefined;
  const end = colon.index + colon[0].length;
  const [by = ''] = parseList(line.slice(0, end - 1), ':');
  const items = parseList(line.slice(end));
  return by === '' || items.length === 0 ? undefined : { by, items };
}

export const formatSegmentation = ({ by, items }: Segmentation): string =>
  `${escapeItem(by).replaceAll(':', '\\:')}: ${formatList(items)}`;
