/** The words of the catalogue as pages see them. Pure, safe in the browser. */
import type { Figures, Source } from './figures.model.ts';
import type { Prices } from './licence.model.ts';
import type { ReportText } from './report-text.model.ts';

export type Industry = {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  /** Name of a pictogram of the interface. */
  readonly pictogram: string;
  readonly metaTitle: string;
  readonly metaDescription: string;
  readonly metaKeywords: string;
  /** Published reports in it. */
  readonly reports: number;
};

/** What a list shows of a report. Dates are "2026-11-12". */
export type ReportCard = {
  readonly id: number;
  readonly slug: string;
  readonly code: string;
  readonly title: string;
  readonly shortDescription: string;
  readonly industry: string;
  readonly industrySlug: string;
  readonly publishedOn: string;
  readonly pages: number;
  readonly prices: Prices;
  /** The main series alone. */
  readonly cover: Figures;
};

export type Report = ReportCard & {
  readonly updatedAt: string;
  readonly edition: number;
  readonly text: ReportText;
  readonly figures: Figures;
  readonly sources: readonly Source[];
};

export type Paginated<T> = {
  readonly items: readonly T[];
  readonly total: number;
  readonly pageNumber: number;
  readonly pageCount: number;
};

export const sortOptions = ['newest', 'cheapest', 'dearest', 'longest', 'title'] as const;
export type SortOption = (typeof sortOptions)[number];

/** What an advanced search asks for; everything but the words, the order and the page may be left out. Prices are whole cents. */
export type ReportQuery = {
  readonly words: string;
  readonly industrySlug?: string | undefined;
  readonly minPriceCents?: number | undefined;
  readonly maxPriceCents?: number | undefined;
  readonly minPages?: number | undefined;
  readonly year?: number | undefined;
  readonly sort: SortOption;
  readonly page: number;
};

/** Reports on one page of a list. */
export const reportsPerPage = 12;
/** Related reports shown, and where their titles are cut. */
export const maxRelatedReports = 5;
export const maxRelatedTitleLength = 80;

/** The title cut at 80 characters plus an ellipsis, as related reports show it. */
export const truncateTitle = (title: string, length = maxRelatedTitleLength): string =>
  title.length > length ? `${title.slice(0, length)}…` : title;

/** The first ten words of a title, as the breadcrumb shows them. */
export const buildBreadcrumbTitle = (title: string): string =>
  title.split(/\s+/).slice(0, 10).join(' ');

export type SearchSuggestions = {
  readonly industries: readonly { readonly slug: string; readonly name: string }[];
  readonly reports: readonly {
    readonly slug: string;
    readonly title: string;
    readonly code: string;
  }[];
  /** True where nothing contains the words and the reports are the nearest in spelling. */
  readonly nearest: boolean;
};

/** One report as it comes into the catalogue: from the demo data, later from an import. */
export type NewReport = {
  readonly slug: string;
  readonly code: string;
  readonly industrySlug: string;
  readonly publishedOn: string;
  readonly pages: number;
  readonly prices: Prices;
  readonly text: ReportText;
  readonly figures: Figures;
  /** Further words that people search for it with. */
  readonly searchSynonyms: readonly string[];
};

export type NewIndustry = {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly pictogram: string;
};
