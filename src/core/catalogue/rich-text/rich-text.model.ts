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
  /** 1 if missing. */
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
  /**
   * `name` is a picture's name as `<Picture>` takes it; `text` says what it shows, in the library's
   * words if it is empty. The size is the library's, there when the description is shown.
   */
  | {
      readonly kind: 'picture';
      readonly name: string;
      readonly text: string;
      readonly caption?: string;
      readonly widthPx?: number;
      readonly heightPx?: number;
    }
  /** A box that says the most important things. */
  | { readonly kind: 'takeaways'; readonly blocks: readonly (RichTextParagraph | RichTextList)[] }
  /** A series or ranking of the report by its key, drawn as a chart. */
  | { readonly kind: 'chart'; readonly key: string };

export type RichText = readonly RichTextBlock[];

const getRunsText = (runs: readonly RichTextRun[]): string => runs.map(({ text }) => text).join('');

const listItemTexts = ({ items }: RichTextList): string[] =>
  items.flatMap(({ runs, children }) => [
    getRunsText(runs),
    ...(children ? listItemTexts(children) : []),
  ]);

function getBlockText(block: RichTextBlock): string {
  switch (block.kind) {
    case 'heading':
      return block.text;
    case 'paragraph':
      return getRunsText(block.runs);
    case 'list':
      return listItemTexts(block).join('\n');
    case 'table':
      return block.rows
        .map((cells) => cells.map(({ runs }) => getRunsText(runs)).join('\t'))
        .join('\n');
    case 'takeaways':
      return block.blocks.map(getBlockText).join('\n');
    case 'picture':
      return block.caption ?? '';
    default:
      return '';
  }
}

/** The words alone, a line for each block; charts have none. */
export const toPlainText = (blocks: RichText): string =>
  blocks
    .map(getBlockText)
    .filter((text) => text !== '')
    .join('\n');

/** The keys of the charts in the order in which they stand, each once. */
export const getRichTextCharts = (blocks: RichText): string[] => [
  ...new Set(blocks.flatMap((block) => (block.kind === 'chart' ? [block.key] : []))),
];

/** A chart is shown if it stands first: a page has one address for each. */
export function dropRepeatedCharts(blocks: RichText): RichText {
  const seen = new Set<string>();
  return blocks.filter((block) => {
    if (block.kind !== 'chart') return true;
    const isRepeated = seen.has(block.key);
    seen.add(block.key);
    return !isRepeated;
  });
}

/** A block, or charts that stand one after the other and may share axes. */
export type RichTextGroup =
  | Exclude<RichTextBlock, { kind: 'chart' }>
  | { readonly kind: 'charts'; readonly keys: readonly string[] };

/** The blocks, with neighbouring charts together and none of them twice. */
export function groupCharts(blocks: RichText): RichTextGroup[] {
  const groups: RichTextGroup[] = [];
  for (const block of dropRepeatedCharts(blocks)) {
    const last = groups.at(-1);
    if (block.kind !== 'chart') groups.push(block);
    else if (last?.kind === 'charts')
      groups[groups.length - 1] = { kind: 'charts', keys: [...last.keys, block.key] };
    else groups.push({ kind: 'charts', keys: [block.key] });
  }
  return groups;
}

/** Longer links are refused. */
export const maxHrefLength = 2000;

/** True for http, https, mailto and paths of this site; never for a script or another protocol. */
export function isSafeHref(href: string): boolean {
  if (/[\s\u0000-\u001f\u007f\\]/.test(href)) return false;
  if (/^(?:\/(?!\/)|#)/.test(href)) return true;
  return /^(?:https?:\/\/[^/]|mailto:[^@]+@)/i.test(href) && URL.canParse(href);
}
