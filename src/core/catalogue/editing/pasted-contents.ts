import type { Deps } from '../../deps.ts';
import { buildContents, parseContents } from '../../imports/contents.model.ts';
import type { ContentsEntry } from '../reports/report-input.model.ts';
import type { RichText } from '../rich-text/rich-text.model.ts';

/** The content of a clipboard: Word and web pages give both. */
export type PastedText = { readonly html?: string; readonly text: string };

/** Texts that staff paste into the editor. */
export class PastedTexts {
  readonly #html: Deps['html'];

  constructor({ html }: Pick<Deps, 'html'>) {
    this.#html = html;
  }

  /** Returns the HTML of a description as its tree; nothing in it can run. */
  readDescription(html: string): RichText {
    return this.#html.readRichText(html);
  }

  /**
   * Returns a table of contents from the clipboard. Word's table-of-contents styles, lists within
   * lists and headings say the levels; without any of them, numbers or indents. Numbers of pages are
   * left out.
   */
  readContents({ html, text }: PastedText): ContentsEntry[] {
    const lines = html ? this.#html.readOutline(html) : [];
    return lines.length > 0 ? buildContents(lines) : parseContents(text);
  }
}
