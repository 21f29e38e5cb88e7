import type { World } from '../world.ts';
import { advanced } from './advanced.ts';
import type { Stamp } from '../orders/papers.model.ts';
import { correctedEdition, madeSample, printedCopy, type Copy } from './edition.ts';
import type { Source } from './figures.model.ts';
import type { Prices } from './licence.model.ts';
import {
  relatedShown,
  type Card,
  type Found,
  type Industry,
  type NewIndustry,
  type NewReport,
  type Page,
  type Report,
  type Wanted,
} from './model.ts';
import { find } from './search.ts';
import * as store from './store.ts';

/** Reports shown in one tab of the home page. */
const latestShown = 6;

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
export function createCatalogue(world: World, asked: { publisher: () => Promise<string> }) {
  const { db } = world;
  return {
    /** All industries by name, with the number of their reports. */
    industries: (): Promise<Industry[]> => store.industries(db),

    /** One industry, or undefined. */
    industry: async (slug: string): Promise<Industry | undefined> =>
      (await store.industries(db)).find((one) => one.slug === slug),

    /** One numbered page of reports, newest first; `page` from 1. A page behind the last is empty. */
    list: (page: number, industrySlug?: string): Promise<Page<Card>> =>
      store.listed(db, page, industrySlug),

    /** The newest reports of an industry, or undefined where there is no such industry. */
    latestOf: async (industrySlug: string): Promise<Card[] | undefined> => {
      const reports = await store.newest(db, latestShown, industrySlug);
      if (reports.length > 0) return reports;
      return (await store.industries(db)).some((one) => one.slug === industrySlug) ? [] : undefined;
    },

    /** The newest report of each of so many industries. */
    newestPerIndustry: (limit: number): Promise<Card[]> => store.newestPerIndustry(db, limit),

    /** A report whole, or undefined. */
    report: (slug: string): Promise<Report | undefined> => store.report(db, { slug }),

    /** A report whole by its public code, or undefined. */
    reportByCode: (code: string): Promise<Report | undefined> => store.report(db, { code }),

    /** A report as its buyers have it, withdrawn since or not. Throws where there is none. */
    soldReport: (id: number): Promise<Report> => store.soldReport(db, id),

    /** Up to five others of the same industry. */
    related: (report: { id: number; industrySlug: string }): Promise<Card[]> =>
      store.related(db, report, relatedShown),

    /** Reports with their words, newest first, read in steps, so that any number of them needs the memory of one step. */
    async *everyReport(industrySlug?: string): AsyncGenerator<store.WholeReport[]> {
      let last: { publishedOn: string; id: number } | undefined;
      for (;;) {
        const step = await store.whole(db, 100, {
          last,
          ...(industrySlug === undefined ? {} : { industrySlug }),
        });
        if (step.length > 0) yield step;
        last = step.at(-1);
        if (step.length < 100) return;
      }
    },

    /** One page of reports with their words, and the number of all; `page` from 1. */
    pageOfReports: async (
      page: number,
      perPage: number,
    ): Promise<{ reports: store.WholeReport[]; total: number }> => {
      const { total } = await db
        .selectFrom('report')
        .where('state', '=', 'published')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return {
        reports: await store.whole(db, perPage, { offset: (page - 1) * perPage }),
        total: Number(total),
      };
    },

    /** Grows with every change of what lists of reports show. */
    revision: async (): Promise<string> =>
      String(
        (await db.selectFrom('catalogueRevision').select('number').executeTakeFirstOrThrow())
          .number,
      ),

    /** What the header search shows for these words. */
    find: (words: string): Promise<Found> => find(db, words),

    /** Reports by words, industry, price, pages and year, sorted, with their true number. */
    search: (wanted: Wanted): Promise<Page<Card>> => advanced(db, wanted),

    /** A report as an order sees it, by code or id; undefined where it is not for sale. */
    reportForSale: async (
      by: { code: string } | { id: number },
    ): Promise<ReportForSale | undefined> => {
      const found = await store.report(db, by);
      if (!found) return undefined;
      const { id, code, slug, text, industry, industrySlug, pages, prices, edition } = found;
      return { id, code, slug, title: text.title, industry, industrySlug, pages, prices, edition };
    },

    /** One buyer's copy of the newest edition, printed on first need; `copy` is a secret that tells it from other copies. */
    copy: (reportId: number, kind: 'pdf' | 'workbook', copy: string, stamp: Stamp): Promise<Copy> =>
      asked.publisher().then((name) => printedCopy(world, name, reportId, kind, copy, stamp)),

    /** A corrected edition stands, and everybody who bought an earlier one will hear what changed. Answers its number. */
    correct: (reportId: number, reason: string): Promise<number> =>
      correctedEdition(world, reportId, reason),

    /** The sample of the newest edition, printed on first need. */
    sample: (reportId: number): Promise<{ fileKey: string; bytes: number }> =>
      asked.publisher().then((name) => madeSample(world, name, reportId)),

    /** True where the store has at least one report. */
    isFilled: (): Promise<boolean> => store.isFilled(db),

    /** Fills an empty store, whole or not at all. `progress` is called with the number of reports written so far. */
    fill: (
      sources: readonly Source[],
      industries: readonly NewIndustry[],
      reports: Iterable<NewReport>,
      progress: (written: number) => void,
    ): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await store.putGround(tx, sources, industries);
        let written = 0;
        for (const report of reports) {
          await store.putReport(tx, report);
          progress(++written);
        }
        await world.changed(tx, ['catalogue', 'site']);
      }),
  };
}
