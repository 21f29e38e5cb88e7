import type { Stamp } from '../orders/delivery/stamp.model.ts';
import type { Deps } from '../deps.ts';
import { searchReports } from './search-reports.ts';

import {
  publishCorrectedEdition,
  ensureSamplePdf,
  ensureBuyerCopy,
  type BuyerCopy,
} from './edition.ts';
import type { Source } from './figures.model.ts';
import type { Prices } from './licence.model.ts';
import {
  maxRelatedReports,
  type ReportCard,
  type SearchSuggestions,
  type Industry,
  type NewIndustry,
  type NewReport,
  type Paginated,
  type Report,
  type ReportQuery,
} from './model.ts';
import { suggest } from './search-suggestions.ts';
import * as store from './catalogue.store.ts';

/** Reports shown in one tab of the home page. */
const maxNewestReports = 6;

/** What an order needs to know of a report. */
export type ReportForSale = {
  readonly id: number;
  readonly code: string;
  readonly slug: string;
  readonly title: string;
  readonly industry: string;
  readonly industrySlug: string;
  /** The newest edition, which is the one that is bought. */
  readonly edition: number;
  readonly pages: number;
  readonly prices: Prices;
};

export type Catalogue = ReturnType<typeof createCatalogue>;

/** What we sell: industries, reports and their editions. Only published ones are ever answered, but to their buyers. */
export function createCatalogue(
  deps: Deps,
  catalogueDeps: { getPublisherName: () => Promise<string> },
) {
  const { db } = deps;
  return {
    /** All industries by name, with the number of their reports. */
    listIndustries: (): Promise<Industry[]> => store.listIndustries(db),

    /** One industry, or undefined. */
    getIndustry: async (slug: string): Promise<Industry | undefined> =>
      (await store.listIndustries(db)).find((one) => one.slug === slug),

    /** One numbered page of reports, newest first; `page` from 1. A page behind the last is empty. */
    listReports: (page: number, industrySlug?: string): Promise<Paginated<ReportCard>> =>
      store.listReports(db, page, industrySlug),

    /** The newest reports of an industry, or undefined where there is no such industry. */
    listNewestInIndustry: async (industrySlug: string): Promise<ReportCard[] | undefined> => {
      const reports = await store.listNewestReports(db, maxNewestReports, industrySlug);
      if (reports.length > 0) return reports;
      return (await store.listIndustries(db)).some((one) => one.slug === industrySlug)
        ? []
        : undefined;
    },

    /** The newest report of each of so many industries. */
    listNewestPerIndustry: (limit: number): Promise<ReportCard[]> =>
      store.listNewestPerIndustry(db, limit),

    /** A report whole, or undefined. */
    getReport: (slug: string): Promise<Report | undefined> => store.getReport(db, { slug }),

    /** A report whole by its public code, or undefined. */
    getReportByCode: (code: string): Promise<Report | undefined> => store.getReport(db, { code }),

    /** A report as its buyers have it, withdrawn since or not. Throws where there is none. */
    getSoldReport: (id: number): Promise<Report> => store.getSoldReport(db, id),

    /** Up to five others of the same industry. */
    listRelatedReports: (report: { id: number; industrySlug: string }): Promise<ReportCard[]> =>
      store.listRelatedReports(db, report, maxRelatedReports),

    /** Reports with their words, newest first, read in steps, so that any number of them needs the memory of one step. */
    async *streamReports(industrySlug?: string): AsyncGenerator<store.ReportWithText[]> {
      let last: { publishedOn: string; id: number } | undefined;
      for (;;) {
        const batch = await store.listReportsWithText(db, 100, {
          last,
          ...(industrySlug === undefined ? {} : { industrySlug }),
        });
        if (batch.length > 0) yield batch;
        last = batch.at(-1);
        if (batch.length < 100) return;
      }
    },

    /** One page of reports with their words, and the number of all; `page` from 1. */
    listReportsWithText: async (
      page: number,
      perPage: number,
    ): Promise<{ reports: store.ReportWithText[]; total: number }> => {
      const { total } = await db
        .selectFrom('report')
        .where('state', '=', 'published')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return {
        reports: await store.listReportsWithText(db, perPage, { offset: (page - 1) * perPage }),
        total: Number(total),
      };
    },

    /** Grows with every change of what lists of reports show. */
    getRevision: async (): Promise<string> =>
      String(
        (await db.selectFrom('catalogueRevision').select('number').executeTakeFirstOrThrow())
          .number,
      ),

    /** What the header search shows for these words. */
    suggest: (words: string): Promise<SearchSuggestions> => suggest(db, words),

    /** Reports by words, industry, price, pages and year, sorted, with their true number. */
    searchReports: (query: ReportQuery): Promise<Paginated<ReportCard>> => searchReports(db, query),

    /** A report as an order sees it, by code or id; undefined where it is not for sale. */
    getReportForSale: async (
      by: { code: string } | { id: number },
    ): Promise<ReportForSale | undefined> => {
      const found = await store.getReport(db, by);
      if (!found) return undefined;
      const { id, code, slug, text, industry, industrySlug, pages, prices, edition } = found;
      return { id, code, slug, title: text.title, industry, industrySlug, pages, prices, edition };
    },

    /** One buyer's copy of the newest edition, printed on first need; `copy` is a secret that tells it from other copies. */
    ensureBuyerCopy: (
      reportId: number,
      kind: 'pdf' | 'workbook',
      copyId: string,
      stamp: Stamp,
    ): Promise<BuyerCopy> =>
      catalogueDeps
        .getPublisherName()
        .then((name) => ensureBuyerCopy(deps, name, reportId, kind, copyId, stamp)),

    /** A corrected edition stands, and everybody who bought an earlier one will hear what changed. Answers its number. */
    publishCorrectedEdition: (reportId: number, reason: string): Promise<number> =>
      publishCorrectedEdition(deps, reportId, reason),

    /** The sample of the newest edition, printed on first need. */
    ensureSamplePdf: (reportId: number): Promise<{ fileKey: string; bytes: number }> =>
      catalogueDeps.getPublisherName().then((name) => ensureSamplePdf(deps, name, reportId)),

    /** True where the store has at least one report. */
    isSeeded: (): Promise<boolean> => store.hasReports(db),

    /** Fills an empty store, whole or not at all. `progress` is called with the number of reports written so far. */
    seed: (
      sources: readonly Source[],
      industries: readonly NewIndustry[],
      reports: Iterable<NewReport>,
      onProgress: (written: number) => void,
    ): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await store.upsertSourcesAndIndustries(tx, sources, industries);
        let written = 0;
        for (const report of reports) {
          await store.insertReport(tx, report);
          onProgress(++written);
        }
        await deps.invalidate(tx, ['catalogue', 'site']);
      }),
  };
}
