/**
 * A report as its publisher gives it: one row of an import, one save of an editor, one report of
 * the demo. Only code, title, industry and the price of one licence are needed for a good page.
 */
import type { Figures, Source } from './figures.model.ts';
import type { Cents } from '../kernel/money.model.ts';
import type { RichText } from './rich-text.model.ts';

/** In the smallest unit of the store's currency. A licence without a price is not offered. */
export type Price = Cents | 'on-request';

export type PriceName = 'single' | 'multiple' | 'corporate' | 'dataSheet';

/**
 * How a report reaches its buyers: as the publisher's uploaded `files`; `made` from the report's
 * data, where no file takes its place; `by-us` within so many calendar days after payment; or
 * `none`, since it is not for sale. A publisher chooses one for a report; what a licence brings is
 * one of the same.
 */
export type Delivery =
  | { readonly kind: 'files' | 'made' | 'none' }
  | { readonly kind: 'by-us'; readonly days: number };

export type DeliveryKind = Delivery['kind'];

/** A tree of any depth. */
export type ContentsEntry = {
  readonly title: string;
  readonly children?: readonly ContentsEntry[];
};

export type KeyFigure = {
  /** "World production" */
  readonly label: string;
  /** As shown: "843 million tonnes" */
  readonly value: string;
  /** "2025" or "2015–2025" */
  readonly years?: string;
  /** A source's id, or its name. */
  readonly source?: string;
  /** True where the publisher calculated the number. */
  readonly isComputed?: boolean;
};

/** `scheduled` is published by a job on its `publishedOn`. */
export type ReportState = 'draft' | 'scheduled' | 'published' | 'withdrawn';

export type ReportParts = {
  readonly title: string;
  /** A slug or a name. */
  readonly industry: string;
  readonly furtherIndustries: readonly string[];
  readonly slug: string;
  readonly state: ReportState;
  /** ISO day. */
  readonly publishedOn: string;
  readonly nextUpdateOn: string;
  readonly geography: readonly string[];
  readonly periodFrom: number;
  readonly periodTo: number;
  readonly baseYear: number;
  readonly forecastTo: number;
  readonly authors: readonly string[];
  readonly prices: Readonly<Partial<Record<PriceName, Price>>>;
  /** How buyers get it; what the store's settings say where it is not given for a new report. */
  readonly delivery: Delivery;
  readonly pages: number;
  /** Plain text, at most 300 characters. */
  readonly shortDescription: string;
  readonly description: RichText;
  readonly keyFigures: readonly KeyFigure[];
  readonly contents: readonly ContentsEntry[];
  readonly tables: readonly string[];
  readonly figures: readonly string[];
  readonly segmentation: readonly { readonly by: string; readonly items: readonly string[] }[];
  readonly companies: readonly string[];
  readonly faqs: readonly { readonly question: string; readonly answer: string }[];
  readonly keywords: readonly string[];
  readonly synonyms: readonly string[];
  readonly metaTitle: string;
  readonly metaDescription: string;
  readonly relatedCodes: readonly string[];
  /** Series and rankings with their sources. */
  readonly data: { readonly figures: Figures; readonly sources: readonly Source[] };
};

/**
 * What changes of a report: a part that is missing stays as it is, null clears it. Each price is a
 * part of its own.
 */
export type ReportInput = { readonly code: string } & {
  readonly [Part in keyof Omit<ReportParts, 'prices'>]?: ReportParts[Part] | null;
} & { readonly prices?: Readonly<Partial<Record<PriceName, Price | null>>> | null };
