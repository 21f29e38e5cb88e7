import type { Database } from '../../deps.ts';
import type { GoodsKind } from '../goods/goods.model.ts';
import { listIndustries } from '../industries/industries.store.ts';
import { listAllSources } from '../industries/overview.store.ts';
import { maxRelatedReports, type Report, type ReportCard } from '../model.ts';
import * as seedStore from '../seed.store.ts';
import { keepByRevision } from './kept-by-revision.ts';
import type { Prices } from './licence.model.ts';
import * as listDays from './list-days.store.ts';
import { listRelatedReports } from './related-reports.store.ts';
import * as slugs from './report-slugs.store.ts';
import { getReport, getSoldReport } from './report.store.ts';
import * as store from './reports.store.ts';

/** Reports in one tab of the home page. */
const maxNewestReports = 6;
/** Reports that are in memory at once while all are streamed. */
const streamBatchSize = 20;

/** The fields of a report that an order needs. */
export type ReportForSale = {
  readonly id: number;
  readonly code: string;
  readonly slug: string;
  readonly title: string;
  readonly industry: string;
  readonly industrySlug: string;
  /** As in `ReportCard`. */
  readonly coverPicture: string | undefined;
  /** The newest edition: the one that is sold. */
  readonly edition: number;
  readonly pages?: number | undefined;
  readonly formats: readonly GoodsKind[];
  readonly prices: Prices;
};

/** Published reports, as visitors see them. */
export class Reports {
  readonly #db: Database;
  /** The days of a list are the same for all its pages. */
  readonly #getDays: (industrySlug: string | undefined) => Promise<listDays.ListDays>;

  /** Every list offers them, and they change with reports alone. */
  readonly #getSources: (asked: undefined) => Promise<Report['sources']>;
  readonly #getNewestPerIndustry: (limit: number) => Promise<ReportCard[]>;

  constructor(db: Database) {
    this.#db = db;
    this.#getSources = keepByRevision(
      db,
      () => '',
      () => listAllSources(db),
    );
    this.#getNewestPerIndustry = keepByRevision(db, String, (limit: number) =>
      store.listNewestPerIndustry(db, limit),
    );
    this.#getDays = keepByRevision(
      db,
      (industrySlug: string | undefined) => industrySlug ?? '',
      (industrySlug) => listDays.readListDays(db, industrySlug),
    );
  }

  /** Returns a page, newest first; pages are numbered from 1, and those behind the last are empty. */
  async list(page: number, industrySlug?: string) {
    return store.listReports(this.#db, await this.#getDays(industrySlug), page, industrySlug);
  }

  async countByMonth(months: readonly string[]) {
    return listDays.countByMonth(await this.#getDays(undefined), months);
  }

  /** Returns those of a tab of the home page; undefined if there is no such industry. */
  async listNewestInIndustry(industrySlug: string): Promise<ReportCard[] | undefined> {
    const newest = await store.listNewestRows(this.#db, maxNewestReports, industrySlug);
    if (newest.length > 0) return newest;
    const all = await listIndustries(this.#db);
    return all.some(({ slug }) => slug === industrySlug) ? [] : undefined;
  }

  listNewest(limit: number, industrySlug: string): Promise<ReportCard[]> {
    return store.listNewestRows(this.#db, limit, industrySlug);
  }

  listNewestPerIndustry(limit: number): Promise<ReportCard[]> {
    return this.#getNewestPerIndustry(limit);
  }

  /** Returns the sources that published reports name. */
  listSources(): Promise<Report['sources']> {
    return this.#getSources(undefined);
  }

  get(slug: string): Promise<Report | undefined> {
    return getReport(this.#db, { slug });
  }

  getByCode(code: string): Promise<Report | undefined> {
    return getReport(this.#db, { code });
  }

  /** Returns a report that somebody bought, published or not. Throws if there is none. */
  getSold(id: number): Promise<Report> {
    return getSoldReport(this.#db, id);
  }

  /** Returns what an order needs of a report; undefined if it is not for sale. */
  async getForSale(key: { code: string } | { id: number }): Promise<ReportForSale | undefined> {
    const report = await getReport(this.#db, key);
    if (!report) return undefined;
    const { id, code, slug, title, industry, industrySlug } = report;
    const { pages, formats, prices, edition, coverPicture } = report;
    const named = { id, code, slug, title, industry, industrySlug, coverPicture };
    return { ...named, pages, formats, prices, edition };
  }

  listRelated(report: Pick<Report, 'id' | 'industrySlug' | 'relatedCodes'>) {
    return listRelatedReports(this.#db, report, maxRelatedReports);
  }

  /** Returns one page of reports with their texts, newest first, and the number of all. */
  async listWithText(page: number, perPage: number) {
    const total = await listDays.countReports(this.#db);
    const offset = (page - 1) * perPage;
    // Behind the last page nothing is read but the number.
    if (offset >= total) return { total, reports: [] };
    return { total, reports: await store.listReportsWithText(this.#db, perPage, { offset }) };
  }

  /** Yields reports with their texts, newest first, in batches: only one batch is in memory. */
  async *stream(industrySlug?: string): AsyncGenerator<store.ReportWithText[]> {
    let last: store.ReportWithText | undefined;
    for (;;) {
      const place = { last, industrySlug };
      const batch = await store.listReportsWithText(this.#db, streamBatchSize, place);
      if (batch.length > 0) yield batch;
      last = batch.at(-1);
      if (batch.length < streamBatchSize) return;
    }
  }

  /** Returns slugs that lead to a report, at most so many. */
  listSlugs(limit: number): Promise<string[]> {
    return slugs.listReportSlugs(this.#db, limit);
  }

  findFormer(slug: string) {
    return slugs.findFormerReport(this.#db, slug);
  }

  /** True if a published or withdrawn report has or had this slug. */
  has(slug: string): Promise<boolean> {
    return slugs.hasReport(this.#db, slug);
  }

  /** False for an empty store. */
  hasAny(): Promise<boolean> {
    return seedStore.hasReports(this.#db);
  }
}
