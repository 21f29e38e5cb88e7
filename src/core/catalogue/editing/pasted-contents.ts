import type { Deps } from '../../deps.ts';
import { buildContents, parseContents } from '../../imports/contents.model.ts';
import type { ContentsEntry } from '../reports/report-input.model.ts';

/** What a clipboard holds: Word and web pages give both. */
export type PastedText = { readonly html?: string; readonly text: string };

/**
 * A table of contents from the clipboard. Word's table-of-contents styles, lists within lists and
 * headings say the levels; where none do, numbers or indents. Numbers of pages are left out.
 */
export function readPastedContents(
  reader: Deps['html'],
  { html, text }: PastedText,
): ContentsEntry[] {
  const lines = html ? reader.readOutline(html) : [];
  return lines.length > 0 ? buildContents(lines) : parseContents(text);
}
