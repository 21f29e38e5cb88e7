import type {
  RichTextBlock,
  RichTextCell,
  RichTextRun,
} from '#core/catalogue/rich-text/rich-text.model.ts';
import { joinRuns } from './inline-runs.ts';

/** The most that a cell may span: more is a mistake, or an attack on the layout. */
const maxSpan = 50;

type OpenCell = RichTextCell & { readonly runs: RichTextRun[] };
type CellAttributes = { readonly colspan?: string; readonly rowspan?: string };

/** A table while its tags come. A table within a cell gives its text to the cell. */
export class TableBuilder {
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

  /** False where this is text between cells, which belongs to no cell. */
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
