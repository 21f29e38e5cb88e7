/** A description in the parts that a page arranges: opening, sections, lists, method. Pure. */
import {
  dropRepeatedCharts,
  toPlainText,
  type RichText,
  type RichTextBlock,
} from '../rich-text/rich-text.model.ts';

/** A heading of the second level with what follows it. */
export type ReportSection = {
  readonly heading: string;
  /** Without the charts. */
  readonly blocks: RichText;
  /** Keys of its charts, in their order. */
  readonly charts: readonly string[];
};

/** A section that is nothing but a plain list. */
export type ReportList = { readonly heading: string; readonly items: readonly string[] };

export type DescriptionParts = {
  /** The text before the first heading. */
  readonly intro: ReportSection;
  readonly sections: readonly ReportSection[];
  readonly lists: readonly ReportList[];
  /** How it was made: the sections that are called so. */
  readonly method: RichText;
};

const methodHeading = /^(?:\d[\d.]*\s+)?(?:research\s+)?(?:method|methods|methodology)$/i;

export function splitDescription(blocks: RichText): DescriptionParts {
  const description = dropRepeatedCharts(blocks);
  const starts = description.flatMap((block, index) => (isSectionStart(block) ? [index] : []));
  const all = starts.map((start, i) =>
    toSection(
      toPlainText(description.slice(start, start + 1)),
      description.slice(start + 1, starts[i + 1]),
    ),
  );
  const isMethod = ({ heading }: ReportSection): boolean => methodHeading.test(heading);
  const others = all.filter((section) => !isMethod(section));
  return {
    intro: toSection('', description.slice(0, starts[0])),
    sections: others.filter((section) => !toList(section)),
    lists: others.flatMap((section) => toList(section) ?? []),
    method: all.filter(isMethod).flatMap((section) => section.blocks),
  };
}

const isSectionStart = (block: RichTextBlock): boolean =>
  block.kind === 'heading' && block.level === 2;

const toSection = (heading: string, blocks: RichText): ReportSection => ({
  heading,
  blocks: blocks.filter(({ kind }) => kind !== 'chart'),
  charts: blocks.flatMap((block) => (block.kind === 'chart' ? [block.key] : [])),
});

function toList({ heading, blocks, charts }: ReportSection): ReportList | undefined {
  const [list] = blocks;
  if (list?.kind !== 'list' || blocks.length > 1 || charts.length > 0) return undefined;
  if (list.isOrdered || list.items.some(({ children }) => children)) return undefined;
  const items = list.items.map(({ runs }) => toPlainText([{ kind: 'paragraph', runs }]));
  return { heading, items };
}

/**
 * Sections of a few paragraphs can stand side by side; longer texts are read from top to bottom.
 */
export const isBrief = (sections: readonly ReportSection[]): boolean =>
  sections.every(
    ({ blocks }) => blocks.length <= 3 && blocks.every(({ kind }) => kind === 'paragraph'),
  );
