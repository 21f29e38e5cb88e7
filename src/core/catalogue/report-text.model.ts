/**
 * The texts of a report, as they are stored and as pages and files show them. Plain text, safe in
 * the browser.
 */
import type { SourceId } from './figures.model.ts';
import type { ReportContent } from './report-content.model.ts';
import { toPlainText, type RichText, type RichTextBlock } from './rich-text.model.ts';

export type KeyFigure = {
  /** "World production" */
  readonly label: string;
  /** As shown: "843 million tonnes", "+2.1 % a year" */
  readonly value: string;
  /** "2025" or "2015–2025" */
  readonly years: string;
  readonly source: SourceId;
  /** True where the number is our own calculation from the source's figures. */
  readonly computed: boolean;
};

/** A part of the analysis; `charts` are the ids of the series and rankings that it shows. */
export type AnalysisSection = {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly charts: readonly string[];
};

/** Three levels: chapters, sections, subsections. */
export type ContentsEntry = {
  readonly title: string;
  readonly children?: readonly ContentsEntry[];
};

export type Segmentation = { readonly by: string; readonly items: readonly string[] };

export type ReportText = {
  /** "Wheat Market: World Production 1960–2026, Leading Countries and Outlook" */
  readonly title: string;
  /** 140 to 220 characters, for cards and search. */
  readonly shortDescription: string;
  /** Three or four sentences about the subject. */
  readonly intro: readonly string[];
  readonly keyFigures: readonly KeyFigure[];
  readonly analysis: readonly AnalysisSection[];
  readonly drivers: readonly string[];
  readonly restraints: readonly string[];
  readonly segments: readonly Segmentation[];
  readonly contents: readonly ContentsEntry[];
  readonly faqs: readonly { readonly question: string; readonly answer: string }[];
  /** How the figures were made and the forecast calculated; may be shared between reports. */
  readonly method: readonly string[];
  /** The author, as "agriculture desk": a desk, never an invented person. */
  readonly desk: string;
  readonly metaTitle: string;
  /** At most 160 characters. */
  readonly metaDescription: string;
  readonly keywords: readonly string[];
  /** Codes of the reports of the same chain (inputs, substitutes, buyers), the nearest first. */
  readonly related?: readonly string[];
};

/** Headings of the demo's descriptions that pages and documents give a place of their own. */
const forcesUp = 'What pushes it up';
const forcesDown = 'What holds it back';
const methodHeading = 'Method';

type Section = { readonly heading: string; readonly blocks: RichText };

function splitSections(description: RichText): { intro: RichText; sections: Section[] } {
  const starts = description.flatMap((block, index) => (isSectionStart(block) ? [index] : []));
  const sections = starts.map((start, i) => ({
    heading: toPlainText(description.slice(start, start + 1)),
    blocks: description.slice(start + 1, starts[i + 1]),
  }));
  return { intro: description.slice(0, starts[0]), sections };
}

const isSectionStart = (block: RichTextBlock): boolean =>
  block.kind === 'heading' && block.level === 2;

const listLines = (blocks: RichText): string[] =>
  toPlainText(blocks)
    .split('\n')
    .filter((line) => line !== '');

/** The description in the parts that pages and documents read until they draw the tree itself. */
export function toReportText(
  content: ReportContent,
  { title, shortDescription }: { readonly title: string; readonly shortDescription: string },
): ReportText {
  const { intro, sections } = splitSections(content.description);
  const linesOf = (heading: string): string[] =>
    listLines(sections.find((section) => section.heading === heading)?.blocks ?? []);
  return {
    title,
    shortDescription,
    intro: listLines(intro),
    keyFigures: content.keyFigures.map(({ label, value, years, source, isComputed }) => ({
      ...{ label, value, years: years ?? '', source: source ?? '', computed: isComputed ?? false },
    })),
    analysis: sections
      .filter(({ heading }) => ![forcesUp, forcesDown, methodHeading].includes(heading))
      .map(({ heading, blocks }) => ({
        heading,
        paragraphs: listLines(blocks),
        charts: blocks.flatMap((block) => (block.kind === 'chart' ? [block.key] : [])),
      })),
    drivers: linesOf(forcesUp),
    restraints: linesOf(forcesDown),
    segments: content.segmentation,
    contents: content.contents,
    faqs: content.faqs,
    method: linesOf(methodHeading),
    desk: content.authorNames.join(', '),
    metaTitle: content.metaTitle,
    metaDescription: content.metaDescription,
    keywords: content.keywords,
  };
}
