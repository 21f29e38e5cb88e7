import type { OutlineLine } from '#core/imports/html-reader.ts';
import type { HtmlToken } from './sanitize.ts';

const blockTag = /^(?:p|div|li|ul|ol|h[1-6]|tr|section|article|br)$/;

/**
 * Lines of a pasted table of contents. A level comes from Word's class (MsoToc2), from the list in
 * which the line stands, or from its heading; undefined where the HTML says nothing.
 */
export function readOutline(tokens: Iterable<HtmlToken>): OutlineLine[] {
  const lines: OutlineLine[] = [];
  let text = '';
  let level: number | undefined;
  let listDepth = 0;
  const endLine = (): void => {
    // Line breaks of the source are no lines; Word's tab before a page number is kept.
    if (text.trim() !== '') lines.push({ text, ...(level === undefined ? {} : { level }) });
    text = '';
  };
  for (const token of tokens) {
    if (token.kind === 'text') {
      text += token.text.replaceAll(/[\r\n]+/g, ' ');
      continue;
    }
    const { kind, tag, attributes } = token;
    if (tag === 'td' && kind === 'close') text += '\t';
    if (!blockTag.test(tag)) continue;
    endLine();
    if (tag === 'ul' || tag === 'ol') listDepth += kind === 'open' ? 1 : -1;
    level = kind === 'open' ? readLevel(tag, attributes['class'] ?? '', listDepth) : undefined;
    if (kind === 'close' && listDepth > 0) level = listDepth;
  }
  endLine();
  return lines;
}

function readLevel(tag: string, className: string, listDepth: number): number | undefined {
  const fromClass = /MsoToc([1-9])/i.exec(className)?.[1];
  if (fromClass !== undefined) return Number(fromClass);
  if (listDepth > 0) return listDepth;
  return /^h[1-6]$/.test(tag) ? Number(tag.slice(1)) : undefined;
}
