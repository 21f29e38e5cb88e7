import type { RichTextRun } from '#core/catalogue/rich-text/rich-text.model.ts';

type Style = Pick<RichTextRun, 'isBold' | 'isItalic' | 'href'>;

/** White space of HTML; a non-breaking space is a character that somebody meant. */
export const whiteSpace = /[ \t\n\r\f]+/g;
const leadingSpace = /^[ \t\n\r\f]+/;
const trailingSpace = /[ \t\n\r\f]+$/;

/** Text of one block as it comes, with its emphasis and links; white space is a single space. */
export class InlineRuns {
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
export function joinRuns(runs: RichTextRun[], more: readonly RichTextRun[]): void {
  for (const [index, run] of more.entries())
    appendRun(runs, index === 0 && runs.length > 0 ? { ...run, text: ` ${run.text}` } : run);
}
