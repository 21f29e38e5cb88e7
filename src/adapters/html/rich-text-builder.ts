import {
  isSafeHref,
  maxHrefLength,
  type RichText,
  type RichTextBlock,
  type RichTextItem,
  type RichTextList,
  type RichTextRun,
  type RichTextCell,
} from '#core/catalogue/rich-text/rich-text.model.ts';

type Attributes = Readonly<Record<string, string>>;
type Picture = Extract<RichTextBlock, { kind: 'picture' }>;
type TakeawayBlock = Extract<RichTextBlock, { kind: 'takeaways' }>['blocks'][number];

const voidTags = new Set(['br', 'img']);
const emphasis: Readonly<Record<string, 'bold' | 'italic'>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
};
const takeawaysClass = /(?:^|\s)(?:key-?)?takeaways?(?:\s|$)/i;

/** Makes a description of tags and texts as they come. */
export class RichTextBuilder {
  readonly #blocks: RichTextBlock[] = [];
  /** Blocks that can't be in a list, a table or a box follow after it. */
  #lifted: RichTextBlock[] = [];
  readonly #inline = new InlineRuns();
  readonly #lists = new ListBuilder();
  #table: TableBuilder | undefined;
  #takeaways: TakeawayBlock[] | undefined;
  #headingLevel: 2 | 3 | undefined;
  #picture: Picture | undefined;
  #figureDepth = 0;
  #isInFigureCaption = false;
  /** How each open element is ended. */
  readonly #closers: (() => void)[] = [];

  addText(text: string): void {
    this.#inline.add(text);
  }

  open(tag: string, attributes: Attributes): void {
    if (tag === 'br') return this.#isFlowing ? this.#flush() : this.#inline.add(' ');
    if (tag === 'img') return this.#addPicture(attributes);
    this.#closers.push(this.#openElement(tag, attributes));
  }

  close(tag: string): void {
    if (!voidTags.has(tag)) this.#closers.pop()?.();
  }

  finish(): RichText {
    while (this.#closers.length > 0) this.#closers.pop()?.();
    this.#flush();
    this.#releaseLifted();
    return this.#blocks;
  }

  /** True outside headings, lists, tables and captions. */
  get #isFlowing(): boolean {
    return !this.#headingLevel && !this.#isInside && !this.#isInFigureCaption;
  }

  get #isInside(): boolean {
    return this.#table !== undefined || this.#lists.isOpen;
  }

  #openElement(tag: string, attributes: Attributes): () => void {
    const style = emphasis[tag];
    if (style !== undefined) return this.#openEmphasis(style);
    if (tag === 'a') return this.#openLink(attributes['href'] ?? '');
    this.#flush();
    if (/^h[1-6]$/.test(tag)) return this.#openHeading(tag === 'h1' || tag === 'h2' ? 2 : 3);
    if (tag === 'ul' || tag === 'ol') return this.#openList(tag === 'ol');
    if (tag === 'li' && !this.#table) this.#lists.startItem();
    if (tag === 'table') return this.#openTable();
    if (this.#table) return this.#openTablePart(tag, attributes);
    if (tag === 'figure') return this.#openFigure(attributes['data-chart']);
    if (tag === 'figcaption') return this.#openFigureCaption();
    if (takeawaysClass.test(attributes['class'] ?? '')) return this.#openTakeaways();
    return () => this.#flush();
  }

  #openEmphasis(style: 'bold' | 'italic'): () => void {
    const change = (by: 1 | -1): void =>
      style === 'bold' ? this.#inline.changeBold(by) : this.#inline.changeItalic(by);
    change(1);
    return () => change(-1);
  }

  #openLink(href: string): () => void {
    const isAllowed = href.length <= maxHrefLength && isSafeHref(href);
    this.#inline.setLink(isAllowed ? href : undefined);
    return () => this.#inline.setLink(undefined);
  }

  /** In a list, a table or a box a heading is bold text. */
  #openHeading(level: 2 | 3): () => void {
    if (this.#isInside || this.#takeaways) {
      const end = this.#openEmphasis('bold');
      return () => {
        this.#flush();
        end();
      };
    }
    this.#headingLevel = level;
    return () => {
      this.#flush();
      this.#headingLevel = undefined;
    };
  }

  #openList(isOrdered: boolean): () => void {
    if (this.#table) return () => this.#flush();
    this.#lists.open(isOrdered);
    return () => {
      this.#flush();
      const list = this.#lists.close();
      if (list) this.#add(list);
    };
  }

  #openTable(): () => void {
    const outer = this.#table;
    if (outer) {
      outer.innerTables++;
      return () => {
        this.#flush();
        outer.innerTables--;
      };
    }
    const table = new TableBuilder();
    this.#table = table;
    return () => {
      this.#flush();
      this.#table = undefined;
      const block = table.finish();
      if (block) this.#add(block);
    };
  }

  #openTablePart(tag: string, attributes: Attributes): () => void {
    this.#table?.open(tag, attributes);
    return () => {
      this.#flush();
      this.#table?.close(tag);
    };
  }

  #openFigure(chartKey: string | undefined): () => void {
    if (chartKey !== undefined && chartKey !== '') this.#add({ kind: 'chart', key: chartKey });
    this.#figureDepth++;
    return () => {
      this.#flush();
      this.#figureDepth--;
      this.#releasePicture();
    };
  }

  #openFigureCaption(): () => void {
    this.#isInFigureCaption = true;
    return () => {
      this.#flush();
      this.#isInFigureCaption = false;
    };
  }

  #openTakeaways(): () => void {
    if (this.#isInside || this.#takeaways) return () => this.#flush();
    const blocks: TakeawayBlock[] = [];
    this.#takeaways = blocks;
    return () => {
      this.#flush();
      this.#takeaways = undefined;
      if (blocks.length > 0) this.#add({ kind: 'takeaways', blocks });
      this.#releaseLifted();
    };
  }

  /** Within a figure it waits for its caption. */
  #addPicture({ src = '', alt = '' }: Attributes): void {
    const name = readPictureName(src);
    if (name === undefined) return;
    if (this.#isFlowing) this.#flush();
    this.#releasePicture();
    this.#picture = { kind: 'picture', name, text: alt.replaceAll(whiteSpace, ' ').trim() };
    if (this.#figureDepth === 0) this.#releasePicture();
  }

  #releasePicture(): void {
    const picture = this.#picture;
    this.#picture = undefined;
    if (picture) this.#add(picture);
  }

  #flush(): void {
    const runs = this.#inline.take();
    if (runs.length === 0) return;
    const text = runs.map((run) => run.text).join('');
    if (this.#isInFigureCaption && this.#picture) {
      const caption = `${this.#picture.caption ?? ''} ${text}`.trim();
      this.#picture = { ...this.#picture, caption };
    } else if (this.#table?.addRuns(runs)) return;
    else if (this.#lists.isOpen && !this.#table) this.#lists.addRuns(runs);
    else if (this.#headingLevel) this.#add({ kind: 'heading', level: this.#headingLevel, text });
    else this.#add({ kind: 'paragraph', runs });
  }

  #add(block: RichTextBlock): void {
    if (this.#isInside) this.#lifted.push(block);
    else if (!this.#takeaways) {
      this.#blocks.push(block);
      this.#releaseLifted();
    } else if (block.kind === 'paragraph' || block.kind === 'list') this.#takeaways.push(block);
    else this.#lifted.push(block);
  }

  #releaseLifted(): void {
    this.#blocks.push(...this.#lifted);
    this.#lifted = [];
  }
}

/** Deeper lists continue the one at this depth. */
const maxListDepth = 8;

type ListFrame = { readonly list: OpenList; readonly isNew: boolean };
type OpenList = { readonly isOrdered: boolean; readonly items: OpenItem[] };
type OpenItem = { readonly runs: RichTextRun[]; children?: OpenList };

/** Lists within each other, while their tags come. */
class ListBuilder {
  readonly #frames: ListFrame[] = [];

  get isOpen(): boolean {
    return this.#frames.length > 0;
  }

  open(isOrdered: boolean): void {
    const parent = this.#frames.at(-1)?.list;
    const item = parent?.items.at(-1);
    const depth = this.#frames.filter(({ isNew }) => isNew).length;
    if (parent && (!item || depth >= maxListDepth)) {
      this.#frames.push({ list: parent, isNew: false });
      return;
    }
    const list = item?.children ?? { isOrdered, items: [] };
    if (item) item.children = list;
    this.#frames.push({ list, isNew: true });
  }

  startItem(): void {
    this.#frames.at(-1)?.list.items.push({ runs: [] });
  }

  addRuns(runs: readonly RichTextRun[]): void {
    const items = this.#frames.at(-1)?.list.items;
    if (!items || runs.length === 0) return;
    if (items.length === 0) items.push({ runs: [] });
    const item = items.at(-1);
    if (item) joinRuns(item.runs, runs);
  }

  /** The whole list if this was the outermost one, and if it has any text. */
  close(): RichTextList | undefined {
    const frame = this.#frames.pop();
    return frame && this.#frames.length === 0 ? finishList(frame.list) : undefined;
  }
}

function finishList({ isOrdered, items }: OpenList): RichTextList | undefined {
  const finished = items.flatMap((item): RichTextItem[] => {
    const children = item.children && finishList(item.children);
    if (item.runs.length === 0 && !children) return [];
    return [{ runs: item.runs, ...(children ? { children } : {}) }];
  });
  return finished.length === 0 ? undefined : { kind: 'list', isOrdered, items: finished };
}

/** The most that a cell may span: more is a mistake, or an attack on the layout. */
const maxSpan = 50;

type OpenCell = RichTextCell & { readonly runs: RichTextRun[] };
type CellAttributes = { readonly colspan?: string; readonly rowspan?: string };

/** A table while its tags come. A table within a cell gives its text to the cell. */
class TableBuilder {
  readonly #rows: OpenCell[][] = [];
  #caption = '';
  #isInCaption = false;
  #isInHead = false;
  #cell: OpenCell | undefined;
  /** Tables within a cell of this one. */
  innerTables = 0;

  open(tag: string, { colspan, rowspan }: CellAttributes): void {
    if (this.innerTables > 0) return;
    if (tag === 'caption') this.#isInCaption = true;
    if (tag === 'thead') this.#isInHead = true;
    if (tag === 'tr') this.#rows.push([]);
    if (tag !== 'td' && tag !== 'th') return;
    if (this.#rows.length === 0) this.#rows.push([]);
    const columns = readSpan(colspan);
    const rows = readSpan(rowspan);
    this.#cell = {
      runs: [],
      ...(tag === 'th' || this.#isInHead ? { isHeader: true } : {}),
      ...(columns > 1 ? { columns } : {}),
      ...(rows > 1 ? { rows } : {}),
    };
    this.#rows.at(-1)?.push(this.#cell);
  }

  close(tag: string): void {
    if (this.innerTables > 0) return;
    if (tag === 'caption') this.#isInCaption = false;
    if (tag === 'thead') this.#isInHead = false;
    if (tag === 'td' || tag === 'th') this.#cell = undefined;
  }

  /** False if this is text between cells, which belongs to no cell. */
  addRuns(runs: readonly RichTextRun[]): boolean {
    const text = runs.map((run) => run.text).join('');
    if (this.#isInCaption) this.#caption = `${this.#caption} ${text}`.trim();
    else if (this.#cell) joinRuns(this.#cell.runs, runs);
    return this.#isInCaption || this.#cell !== undefined;
  }

  finish(): RichTextBlock | undefined {
    const rows = this.#rows.filter((cells) => cells.length > 0);
    if (rows.length === 0) return undefined;
    return { kind: 'table', ...(this.#caption === '' ? {} : { caption: this.#caption }), rows };
  }
}

const readSpan = (value: string | undefined): number =>
  Math.min(maxSpan, Math.max(1, Math.trunc(Number(value)) || 1));

/**
 * The name of a picture of the store: "wheat/fields.png", which its page has as
 * "/picture/wheat/fields.png?width=720". undefined for a picture elsewhere, which is left out.
 */
function readPictureName(src: string): string | undefined {
  const name = src.replace(/^(?:https?:\/\/[^/]+)?\/picture\//i, '').replace(/[?#].*$/s, '');
  const isName = /^[\w-][\w./-]{0,199}$/.test(name) && !name.split('/').includes('..');
  return isName ? name : undefined;
}

type Style = Pick<RichTextRun, 'isBold' | 'isItalic' | 'href'>;

/** White space of HTML; a non-breaking space is a character that somebody meant. */
const whiteSpace = /[ \t\n\r\f]+/g;
const leadingSpace = /^[ \t\n\r\f]+/;
const trailingSpace = /[ \t\n\r\f]+$/;

/** Text of one block as it comes, with its emphasis and links; white space is a single space. */
class InlineRuns {
  #runs: RichTextRun[] = [];
  #boldDepth = 0;
  #italicDepth = 0;
  #href: string | undefined;

  changeBold(by: 1 | -1): void {
    this.#boldDepth += by;
  }

  changeItalic(by: 1 | -1): void {
    this.#italicDepth += by;
  }

  setLink(href: string | undefined): void {
    this.#href = href;
  }

  add(text: string): void {
    const last = this.#runs.at(-1);
    const endsWithSpace = last === undefined || last.text.endsWith(' ');
    const collapsed = text.replaceAll(whiteSpace, ' ');
    const added = endsWithSpace ? collapsed.replace(leadingSpace, '') : collapsed;
    if (added !== '') appendRun(this.#runs, { text: added, ...this.#getStyle() });
  }

  /** The runs so far, without white space at their ends; the next block begins. */
  take(): RichTextRun[] {
    const runs = this.#runs;
    this.#runs = [];
    if (runs.every(({ text }) => text.trim() === '')) return [];
    const last = runs.pop();
    if (!last) return [];
    const text = last.text.replace(trailingSpace, '');
    if (text !== '') return [...runs, { ...last, text }];
    const before = runs.pop();
    return before ? [...runs, { ...before, text: before.text.replace(trailingSpace, '') }] : [];
  }

  #getStyle(): Style {
    return {
      ...(this.#boldDepth > 0 ? { isBold: true } : {}),
      ...(this.#italicDepth > 0 ? { isItalic: true } : {}),
      ...(this.#href === undefined ? {} : { href: this.#href }),
    };
  }
}

/** Runs of the same style are one. */
function appendRun(runs: RichTextRun[], run: RichTextRun): void {
  const last = runs.at(-1);
  const isSameStyle =
    last?.isBold === run.isBold && last?.isItalic === run.isItalic && last?.href === run.href;
  if (last && isSameStyle) runs[runs.length - 1] = { ...last, text: last.text + run.text };
  else runs.push(run);
}

/** Both, with a space between them. */
function joinRuns(runs: RichTextRun[], more: readonly RichTextRun[]): void {
  for (const [index, run] of more.entries())
    appendRun(runs, index === 0 && runs.length > 0 ? { ...run, text: ` ${run.text}` } : run);
}
