/** The catalogue as pages show it. Pure, safe in the browser. */
import type { FieldsWith, FieldValues } from './fields/report-fields.model.ts';
import type { FacetChoice } from './search/facets.model.ts';
import type { Delivery } from './goods/delivery.model.ts';
import type { GoodsKind } from './goods/goods.model.ts';
import type { DescribedFigures, Figures, Source } from './figures/figures.model.ts';
import type { Prices } from './reports/licence.model.ts';
import type { MatchReason } from './search/match-reason.model.ts';
import type { ReportFacts } from './reports/report-facts.model.ts';
import type { CardFacts } from './reports/report-row.model.ts';
import type { ReportContent } from './reports/report-content.model.ts';

export type Industry = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** The name of its pictogram. */
  readonly pictogram: string;
  readonly metaTitle: string;
  readonly metaDescription: string;
  readonly metaKeywords: string;
  /** The number of its published reports: those too that have it as a further industry. */
  readonly reports: number;
  /** Those whose main industry it is: each report is in one of them. */
  readonly mainReports: number;
};

/** Returns the number of reports in all of these industries: each has one main industry. */
export const sumReports = (industries: readonly Pick<Industry, 'mainReports'>[]): number =>
  industries.reduce((sum, { mainReports }) => sum + mainReports, 0);

/** So many industries stand in menus, in lists beside others, and on a page of their own list. */
export const industriesPerPage = 40;

/**
 * Returns all of a store's industries in their order, of more than 40 those with most reports. The
 * one with the slug `kept` is among them.
 */
export function pickLargest<T extends Pick<Industry, 'slug' | 'reports'>>(
  industries: readonly T[],
  kept?: string,
): readonly T[] {
  if (industries.length <= industriesPerPage) return industries;
  const largest = industries.toSorted(
    (a, b) => Number(b.slug === kept) - Number(a.slug === kept) || b.reports - a.reports,
  );
  const slugs = new Set(largest.slice(0, industriesPerPage).map(({ slug }) => slug));
  return industries.filter(({ slug }) => slugs.has(slug));
}

/** Fields that lists show: columns of the table `report` by the same names. */
export type ListedField = FieldsWith<{ readonly shows: 'lists' }>;
/** Those that every report has: what is not given is made. */
type CertainField = 'title' | 'slug' | 'publishedOn' | 'shortDescription';

/** The part of them that cards have. */
export type CardValues = Pick<FieldValues, CertainField> & {
  readonly [Name in Exclude<ListedField, CertainField>]?: FieldValues[Name] | undefined;
};

/** A report as lists show it. Dates are "2026-11-12". */
export type ReportCard = CardValues & {
  readonly id: number;
  readonly code: string;
  readonly industry: string;
  readonly industrySlug: string;
  /** How buyers get it; `none` if nothing can be bought. */
  readonly delivery: Delivery;
  /** The goods of buyers, in the order of `goodsKinds`; empty if that is not known before. */
  readonly formats: readonly GoodsKind[];
  /** True if all of it is made from the report's data. */
  readonly isPrinted: boolean;
  readonly prices: Prices;
  /** The main series alone, without years that its source projects. */
  readonly cover: Figures;
  readonly listed: CardFacts;
  /** Names the picture that its publisher gave as its cover; undefined if the cover is drawn. */
  readonly coverPicture?: string | undefined;
};

export type Report = ReportCard &
  ReportContent & {
    readonly updatedAt: string;
    readonly edition: number;
    readonly figures: DescribedFigures;
    readonly facts: ReportFacts;
    readonly sources: readonly Source[];
  };

export const sortOptions = ['match', 'newest', 'cheapest', 'dearest', 'longest', 'title'] as const;
export type SortOption = (typeof sortOptions)[number];

/** A search, or a list that is narrowed. Filters that are undefined do not apply. */
export type ReportQuery = FacetChoice & {
  readonly words: string;
  /** True for the words as they are: nothing is corrected or left out. */
  readonly isExact?: boolean | undefined;
  /** `match` is the best first: the order of a search with words. */
  readonly sort: SortOption;
  readonly page: number;
};

/** Length of a page of reports. */
export const reportsPerPage = 12;
/** How many related reports are shown, and how much of their titles. */
export const maxRelatedReports = 5;
const maxRelatedTitleLength = 80;

/** Longer titles are cut and end with an ellipsis. */
export const truncateTitle = (title: string, length = maxRelatedTitleLength): string =>
  title.length > length ? `${title.slice(0, length)}…` : title;

/**
 * The subject and the rest of a title: "Lithium Market" and "Supply, Trade and Prices, 2018–2023".
 */
export function splitTitle(title: string): readonly [subject: string, rest: string] {
  const colon = title.indexOf(': ');
  return colon === -1 ? [title, ''] : [title.slice(0, colon), title.slice(colon + 2)];
}

/** The first ten words of a title, as the breadcrumb shows them. */
export const buildBreadcrumbTitle = (title: string): string =>
  title.split(/\s+/).slice(0, 10).join(' ');

/** A report in the header's dropdown. */
export type SuggestedReport = {
  readonly slug: string;
  readonly title: string;
  readonly code: string;
  /** Single-user licence, in US cents. */
  readonly priceCents: number | null;
  /** "180 kt, World mine production, 2023 est."; '' without a figure. */
  readonly figure: string;
  /** Why it was found, where its title lacks what was typed. */
  readonly reason: MatchReason | null;
};

export type SearchSuggestions = {
  readonly industries: readonly {
    readonly slug: string;
    readonly name: string;
    /** The number of its published reports. */
    readonly reports: number;
  }[];
  readonly reports: readonly SuggestedReport[];
  /** How many were found, of which the first are listed. */
  readonly totals: {
    readonly industries: number;
    readonly reports: number;
    /** True if there may be more reports. */
    readonly isAtLeast: boolean;
  };
  /** The words that were looked for, in the spelling that finds something. */
  readonly words: string;
  /** True if nothing contains the words, and the reports are those with similar words. */
  readonly nearest: boolean;
};

export type NewIndustry = {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly pictogram: string;
};

/** The end of a report that is not at its address any more. */
export type FormerReport =
  | { readonly kind: 'moved'; readonly slug: string }
  | {
      readonly kind: 'withdrawn';
      readonly title: string;
      readonly industry: string;
      readonly industrySlug: string;
    };
