import type {
  RichTextItem,
  RichTextList,
  RichTextRun,
} from '#core/catalogue/rich-text/rich-text.model.ts';
import { joinRuns } from './inline-runs.ts';

/** Deeper lists continue the one at this depth. */
const maxListDepth = 8;

type ListFrame = { readonly list: OpenList; readonly isNew: boolean };
type OpenList = { readonly isOrdered: boolean; readonly items: OpenItem[] };
type OpenItem = { readonly runs: RichTextRun[]; children?: OpenList };

/** Lists within each other, while their tags come. */
export class ListBuilder {
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

  /** The whole list where this was the outermost one, and where it has any text. */
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
