/** The texts of a demo report as its writer makes them, before they become a publisher's parts. */
import type { SourceId } from '#core/catalogue/figures/figures.model.ts';
import type { ContentsEntry } from '#core/catalogue/reports/report-input.model.ts';

export type KeyFigure = {
  /** "World production" */
  readonly label: string;
  /** As shown: "843 million tonnes", "+2.1 % a year" */
  readonly value: string;
  /** "2025" or "2015–2025" */
  readonly years: string;
  readonly source: SourceId;
  /** True if the number is our own calculation from the source's figures. */
  readonly computed: boolean;
};

/** A part of the analysis; `charts` are the ids of the series and rankings that it shows. */
export type AnalysisSection = {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly charts: readonly string[];
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
