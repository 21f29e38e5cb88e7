/** The kinds of fields that a report has, and what a row of their table may say. Pure. */
import type {
  ContentsEntry,
  Delivery,
  Faq,
  KeyFigure,
  ReportState,
  Segmentation,
} from '../reports/report-input.model.ts';
import type { Figures, Source } from '../figures/figures.model.ts';
import type { RichText } from '../rich-text/rich-text.model.ts';

/** The values of each kind of field. Empty texts and lists are "not given". */
export type KindValues = {
  /** One line of text. */
  line: string;
  state: ReportState;
  /** ISO day. */
  day: string;
  /** A whole number above zero. */
  number: number;
  /** Lines; a cell of a sheet may have semicolons between them. */
  list: readonly string[];
  /** Lines in which a semicolon is a semicolon. */
  lines: readonly string[];
  delivery: Delivery;
  richText: RichText;
  contents: readonly ContentsEntry[];
  segmentation: readonly Segmentation[];
  keyFigures: readonly KeyFigure[];
  faqs: readonly Faq[];
  /** Series and rankings with their sources. */
  data: { readonly figures: Figures; readonly sources: readonly Source[] };
};
export type FieldKind = keyof KindValues;

/** Kinds whose fields are lists: pages read an empty one if nothing is given. */
export type ListKind = {
  [Kind in FieldKind]: KindValues[Kind] extends readonly unknown[] ? Kind : never;
}[FieldKind];

const listKinds: Readonly<Record<ListKind, true>> = {
  list: true,
  lines: true,
  richText: true,
  contents: true,
  segmentation: true,
  keyFigures: true,
  faqs: true,
};
export const isListKind = (kind: FieldKind): kind is ListKind => Object.hasOwn(listKinds, kind);

/** `said` begins the sentences about a wrong value: "The title", of a list "A company". */
type Bounds = {
  line: { readonly said: string; readonly maxLength: number };
  number: { readonly said: string; readonly max: number };
  list: { readonly said: string; readonly maxLength: number; readonly maxCount: number };
  lines: { readonly said: string; readonly maxLength: number; readonly maxCount: number };
  segmentation: { readonly maxCount: number };
  keyFigures: { readonly maxCount: number };
  faqs: { readonly maxCount: number };
};

/** Kinds whose words can be looked through. */
type ProseKind = 'line' | 'richText' | 'contents' | 'keyFigures' | 'faqs';

/** The parts of the editor, in its order, as their headings call them. */
export const editorParts = {
  report: 'Report',
  prices: 'Prices',
  delivery: 'Delivery',
  texts: 'Texts',
  contents: 'Contents',
  market: 'Market',
  data: 'Series and rankings',
  scope: 'Dates and scope',
  search: 'Search and related reports',
} as const;
export type EditorPart = keyof typeof editorParts;

/** Where and how the editor shows a field. */
export type EditorPlace = {
  readonly part: EditorPart;
  /** `above` or `below` the columns of its part, and as wide as all; else one of the columns. */
  readonly at?: 'above' | 'below';
  /** Its control's name, if that is not the field's label. */
  readonly label?: string;
  /** `{slug}` stands for the address that the report has or will have. */
  readonly hint?: string;
  /** Lines that its control has; of a `line` it then counts down to the longest. */
  readonly rows?: number;
  /** Known texts that are offered: of a `line` one must be chosen. */
  readonly offers?: 'industries' | 'authors';
  /** More characters than these are cut by search engines. */
  readonly idealLength?: number;
  /** True if a number may be typed among words, as in "2019–2025". */
  readonly takesWords?: boolean;
};

type Common<Kind extends FieldKind> = {
  readonly kind: Kind;
  /** Its name for people. */
  readonly label: string;
  /** Its column of a sheet; of numbered columns what their names begin with. */
  readonly column: string;
  /** Other headers that are taken for this column, as `normalizeHeader` writes them. */
  readonly alsoCalled?: readonly string[];
  /** The column's content, for docs/import.md; fields with the same words share a line. */
  readonly holds: string;
  /** True if a new report can't be made without it. */
  readonly isRequired?: true;
  /** undefined if staff change it by other means than the editor's form. */
  readonly editor?: EditorPlace;
  /**
   * `page`: what a report's page reads as its content. `lists`: a column of the table `report`, of
   * which cards and lists are made. `elsewhere`: read from the version by what it is for.
   */
  readonly shows: 'page' | 'lists' | 'elsewhere';
  /**
   * True for texts in which placeholders, wrong growth and names of other markets are looked for.
   */
  readonly isProse?: Kind extends ProseKind ? true : never;
  /** A sentence for a value of the right kind that is wrong all the same. */
  rule?(value: KindValues[Kind]): string | undefined;
};

export type FieldOf<Kind extends FieldKind> = Common<Kind> &
  (Kind extends keyof Bounds ? Bounds[Kind] : unknown);
/** A row of the table. */
export type ReportField = { readonly [Kind in FieldKind]: FieldOf<Kind> }[FieldKind];
