/**
 * A report as its publisher gives it: one row of an import, one save of an editor, one report of
 * the demo. Only code, title, industry and the price of one licence are needed for a good page.
 */
import type { Cents } from '../../kernel/money.model.ts';
import type { FieldValues } from '../fields/report-fields.model.ts';

/** In the smallest unit of the store's currency. A licence without a price is not offered. */
export type Price = Cents | 'on-request';

/**
 * The goods of a price: a licence by its id, or the data sheet. Those of the specification's
 * licences are called single, multiple and corporate.
 */
export type PriceName = string;
type NamedPrices<Value> = Readonly<
  Partial<Record<'single' | 'multiple' | 'corporate' | 'dataSheet', Value>>
> & { readonly [name: PriceName]: Value | undefined };

/**
 * How a report reaches its buyers: as the publisher's uploaded `files`; `made` from the report's
 * data, if no file takes its place; `by-us` within so many calendar days after payment; or
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
  /** True if the publisher calculated the number. */
  readonly isComputed?: boolean;
};

/** `scheduled` is published by a job on its `publishedOn`. */
export type ReportState = 'draft' | 'scheduled' | 'published' | 'withdrawn';

/** A market divided by one property: “By type” into hard and soft wheat. */
export type Segmentation = { readonly by: string; readonly items: readonly string[] };

export type Faq = { readonly question: string; readonly answer: string };

/** Everything that a publisher can give: the fields of their table, and the prices. */
export type ReportParts = FieldValues & {
  readonly prices: NamedPrices<Price>;
};

/**
 * The changes of a report: a part that is missing stays as it is, null clears it. Each price is a
 * part of its own.
 */
export type ReportInput = { readonly code: string } & {
  readonly [Part in keyof Omit<ReportParts, 'prices'>]?: ReportParts[Part] | null;
} & { readonly prices?: NamedPrices<Price | null> | null };
