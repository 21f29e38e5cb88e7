import type { RichText } from '../catalogue/rich-text/rich-text.model.ts';

/** A line of a table of contents; `level` counts from 1, where the HTML says it. */
export type OutlineLine = { readonly text: string; readonly level?: number };

export type HtmlReader = {
  /**
   * Headings, paragraphs, lists, tables, links, pictures, takeaways and charts of a description;
   * the text of everything else. Never throws.
   */
  readonly readRichText: (html: string) => RichText;
  /** Lines of a table of contents: Word's MsoToc classes, nested lists or headings. */
  readonly readOutline: (html: string) => readonly OutlineLine[];
};
