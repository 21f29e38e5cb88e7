import type { HtmlReader, OutlineLine } from '#core/imports/html-reader.ts';
import { RichTextBuilder } from './rich-text-builder.ts';
import { readTokens, type HtmlToken } from './sanitize.ts';

/** Reads a stranger's HTML into trees of ours, in which no script can be. */
export const htmlReader: HtmlReader = {
  readRichText: (html) => {
    const builder = new RichTextBuilder();
    for (const token of readTokens(html)) {
      if (token.kind === 'text') builder.addText(token.text);
      else if (token.kind === 'open') builder.open(token.tag, token.attributes);
      else builder.close(token.tag);
    }
    return builder.finish();
  },
  readOutline: (html) => readOutline(readTokens(readWordMarks(html))),
};

const blockTag = /^(?:p|div|li|ul|ol|h[1-6]|tr|section|article|br)$/;

/**
 * Lines of a pasted table of contents. A level comes from Word's class (MsoToc2), from the list in
 * which the line stands, or from its heading; undefined if the HTML says nothing.
 */
function readOutline(tokens: Iterable<HtmlToken>): OutlineLine[] {
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

const tabStop = /<span\s[^<>]{0,300}mso-tab-count[^<>]{0,300}>[^<>]{0,300}<\/span>/gi;
const marker =
  /<span\s[^<>]{0,300}mso-list:\s*ignore[^<>]{0,300}>[^<>]{0,60}<span[^<>]{0,300}>[^<>]{0,300}<\/span>\s{0,9}<\/span>/gi;
const listEntry = /<p\s[^<>]{0,300}mso-list:\s*\w+\s+level([1-9])[^<>]{0,300}>/gi;

/**
 * Word's HTML with marks that outlive its styles: a tab for a tab stop, and for an entry of a list
 * the class of its level, without the bullet or number that is in it as text.
 */
const readWordMarks = (html: string): string =>
  html
    .replaceAll(tabStop, '\t')
    .replaceAll(marker, '')
    .replaceAll(listEntry, '<p class="MsoToc$1">');
