/**
 * A description as a tree: what a publisher's HTML, Word text or analysis becomes before it is
 * stored. Pages, emails, documents and the contract render it; stored HTML does not exist, so a
 * script can't be in it. Pure data, safe in the browser.
 */

/** A run of text. `href` is http, https, mailto or a path of this site. */
export type RichTextRun = {
  readonly text: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly href?: string;
};

export type RichTextItem = {
  readonly runs: readonly RichTextRun[];
  readonly children?: RichTextList;
};

export type RichTextList = {
  readonly kind: 'list';
  readonly isOrdered: boolean;
  readonly items: readonly RichTextItem[];
};

export type RichTextParagraph = {
  readonly kind: 'paragraph';
  readonly runs: readonly RichTextRun[];
};

export type RichTextCell = {
  readonly runs: readonly RichTextRun[];
  readonly isHeader?: boolean;
  /** 1 where missing. */
  readonly columns?: number;
  readonly rows?: number;
};

export type RichTextBlock =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly text: string }
  | RichTextParagraph
  | RichTextList
  | {
      readonly kind: 'table';
      readonly caption?: string;
      readonly rows: readonly (readonly RichTextCell[])[];
    }
  /** `name` is a picture's name as `<Picture>` takes it; `text` says what it shows. */
  | {
      readonly kind: 'picture';
      readonly name: string;
      readonly text: string;
      readonly caption?: string;
    }
  /** A box that says the most important things. */
  | { readonly kind: 'takeaways'; readonly blocks: readonly (RichTextParagraph | RichTextList)[] }
  /** A series or ranking of the report by its key, drawn as a chart. */
  | { readonly kind: 'chart'; readonly key: string };

export type RichText = readonly RichTextBlock[];
