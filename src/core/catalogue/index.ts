import type { Database, Deps, Tx } from '../deps.ts';
import type { LongWork } from '../kernel/long-work.ts';
import { AuthorEditing } from './authors/author-editing.ts';
import { createAuthors } from './authors/authors.ts';
import { publishCorrectedEdition } from './reports/edition.ts';
import {
  checkEditedReports,
  createReportEditing,
  emptyBin,
  publishDueDrafts,
} from './editing/index.ts';
import * as feedReports from './reports/feed-reports.store.ts';
import { Goods } from './goods/goods.ts';
import { canDeliver, findLicenceGoods } from './goods/delivery.ts';
import type { Delivery } from './goods/delivery.model.ts';
import { countMadePages, noteMadePages } from './goods/made-pages.ts';
import { OrderFiles } from './goods/order-files.ts';
import type { GoodsKind } from './goods/goods.model.ts';
import { listIndustries } from './industries/industries.store.ts';
import { IndustryEditing } from './industries/industry-editing.ts';
import { keepByRevision } from './reports/kept-by-revision.ts';
import type { Letterhead } from '../kernel/email-layout.ts';
import type { Licence, LicenceTerms, Prices } from './reports/licence.model.ts';
import { maxRelatedReports, type Report } from './model.ts';
import type { ListedReport } from './reports/report-row.model.ts';
import * as overview from './industries/overview.store.ts';
import { ReportFiles } from './reports/report-files.ts';
import * as listDays from './reports/list-days.store.ts';
import * as reportSlugs from './reports/report-slugs.store.ts';
import { getReport, getSoldReport } from './reports/report.store.ts';
import { listRelatedReports } from './reports/related-reports.store.ts';
import * as reports from './reports/reports.store.ts';
import { fillIndex } from './search/index.store.ts';
import { Finder } from './search/finder.ts';
import { Search } from './search/index.ts';
import * as seedStore from './seed.store.ts';
import { findSlugOwner, type SlugDeps } from './writing/decide-next.ts';
import { createReportWriting } from './writing/index.ts';
import { publishScheduled } from './writing/publish-scheduled.ts';

export type * from './editing/index.ts';
export type { FeedReport, SitemapReport } from './reports/feed-reports.store.ts';
export type { ChangeToUndo } from './writing/restore-reports.ts';
export type { WholeReport } from './writing/whole-reports.store.ts';
export type { WriteResult } from './writing/write-reports.ts';

/** Reports in one tab of the home page. */
const maxNewestReports = 6;
/** Reports that are in memory at once while all are streamed. */
const streamBatchSize = 20;

/** What an order needs of a report. */
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
type RelatedTo = Pick<Report, 'id' | 'industrySlug' | 'relatedCodes'>;

export { readParts, countBytes, type FilePart } from './goods/file-parts.ts';
export type { StoredOrderFile } from './goods/order-files.ts';
export type { BuyerCopy, SoldFile } from './reports/report-files.ts';

type CatalogueDeps = SlugDeps & {
  readonly longWork: LongWork;
  /** Within a transaction by its own connection. */
  readonly getLetterhead: (tx?: Tx) => Promise<Letterhead>;
  /** What new reports get that say nothing of their delivery. */
  readonly getNewDelivery: (tx: Tx) => Promise<Delivery>;
  /** All of the store's, those that it does not sell any more among them. */
  readonly listLicences: (tx?: Tx) => Promise<readonly LicenceTerms[]>;
  /** PostgreSQL's where missing. */
  readonly finder?: Finder;
};

export type Catalogue = ReturnType<typeof createCatalogue>;

/** Industries, reports and editions. Only buyers find reports that are not published any more. */
export function createCatalogue(
  appDeps: Deps,
  { finder = new Finder(appDeps.db), ...catalogueDeps }: CatalogueDeps,
) {
  const { db } = appDeps;
  const deps = { ...appDeps, ...catalogueDeps, finder };
  const goods = new Goods(deps);
  const files = new ReportFiles(deps);
  return {
    ...createIndustries(deps),
    ...createLists(deps),
    listNewestInIndustry: (industrySlug: string) => listNewestInIndustry(deps, industrySlug),
    listNewestRows: (limit: number, industrySlug: string) =>
      reports.listNewestRows(db, limit, industrySlug),
    listNewestPerIndustry: (limit: number) => reports.listNewestPerIndustry(db, limit),
    ...createOverview(deps),
    getReport: (slug: string) => getReport(db, { slug }),
    ...createSlugLookUps(deps),
    getReportByCode: (code: string) => getReport(db, { code }),
    getSoldReport: (id: number) => getSoldReport(db, id),
    listRelatedReports: (report: RelatedTo) => listRelatedReports(db, report, maxRelatedReports),
    streamReports: (industrySlug?: string) => streamReports(deps, industrySlug),
    /** One page of reports with their texts, newest first, and the number of all. */
    listReportsWithText: (page: number, perPage: number) =>
      listReportsWithText(deps, page, perPage),
    ...createAuthors(deps),
    ...createFeedReports(deps),
    search: new Search(deps, finder),
    getReportForSale: (key: { code: string } | { id: number }) => getReportForSale(deps, key),
    /** See `goods/delivery.ts`. */
    findLicenceGoods: (tx: Tx | Database, reportId: number, licence: Licence) =>
      findLicenceGoods(tx, reportId, licence),
    canDeliver: (tx: Tx | Database, reportId: number, licence: Licence) =>
      canDeliver(tx, reportId, licence),
    ...createFileVerbs(files),
    goods,
    orderFiles: new OrderFiles(deps),
    publishCorrectedEdition: (reportId: number, reason: string) =>
      publishCorrectedEdition(deps, reportId, reason),
    ...createReportWriting(deps),
    authorEditing: new AuthorEditing(deps),
    industryEditing: new IndustryEditing(deps),
    editing: createReportEditing(deps),
    jobs: createJobs(deps, goods, files),
    noteMadePages: (pages: Readonly<Record<string, number>>) => noteMadePages(deps, pages),
    hasReports: () => seedStore.hasReports(db),
  };
}

/** Every page lists them, and their numbers are sums over all days. */
function createIndustries({ db }: Deps) {
  const list = keepByRevision(
    db,
    () => '',
    () => listIndustries(db),
  );
  return {
    listIndustries: () => list(undefined),
    getIndustry: async (slug: string) =>
      (await list(undefined)).find((industry) => industry.slug === slug),
  };
}

/** The days of a list are the same for all its pages. */
function createLists({ db }: Deps) {
  const getDays = keepByRevision(
    db,
    (industrySlug: string | undefined) => industrySlug ?? '',
    (industrySlug) => listDays.readListDays(db, industrySlug),
  );
  return {
    /** Newest first; pages are numbered from 1, and those behind the last are empty. */
    listReports: async (page: number, industrySlug?: string) =>
      reports.listReports(db, await getDays(industrySlug), page, industrySlug),
    countReportsByMonth: async (months: readonly string[]) =>
      listDays.countByMonth(await getDays(undefined), months),
  };
}

const createOverview = ({ db }: Deps) => ({
  listMainSeries: (perIndustry: number, industrySlugs?: readonly string[]) =>
    overview.listMainSeries(db, perIndustry, industrySlugs),
  listSources: () => overview.listAllSources(db),
});

const createJobs = (
  deps: Deps & CatalogueDeps & { readonly finder: Finder },
  goods: Goods,
  files: ReportFiles,
) => ({
  'catalogue.publishScheduled': async () => {
    await publishScheduled(deps);
    await publishDueDrafts(deps);
  },
  'catalogue.emptyBin': () => emptyBin(deps),
  'catalogue.checkReports': () => checkEditedReports(deps),
  'catalogue.removeUnusedGoods': () => goods.removeUnused(),
  'catalogue.lookForGoods': () => goods.lookForAll(),
  'catalogue.countMadePages': () =>
    countMadePages({ ...deps, countPages: files.countPrintedPages.bind(files) }),
  'catalogue.fillSearch': () => fillIndex(deps.db, deps.clock()),
  'catalogue.mergeListDays': () => listDays.mergeListDays(deps.db),
});

/** Everything of reports that is a file. */
const createFileVerbs = (files: ReportFiles) => ({
  ensureBuyerCopy: files.ensureBuyerCopy.bind(files),
  listSoldFiles: files.listSoldFiles.bind(files),
  ensureSamplePdf: files.ensureSamplePdf.bind(files),
  openShareCard: files.openShareCard.bind(files),
  openChartPng: files.openChartPng.bind(files),
  openCover: files.openCover.bind(files),
});

const createSlugLookUps = ({ db }: Deps) => ({
  /** Slugs that lead to a report, at most so many. */
  listReportSlugs: (limit: number) => reportSlugs.listReportSlugs(db, limit),
  findFormerReport: (slug: string) => reportSlugs.findFormerReport(db, slug),
  hasReport: (slug: string) => reportSlugs.hasReport(db, slug),
  findSlugOwner,
});

/** What sitemaps, feeds and lists of all reports ask. */
const createFeedReports = ({ db }: Deps) => ({
  getRevision: () => reports.getRevision(db),
  listSitemapParts: () => feedReports.listSitemapParts(db),
  digestSitemapPart: (part: number) => feedReports.digestSitemapPart(db, part),
  streamSitemapPart: (part: number) => feedReports.streamSitemapPart(db, part),
  listIndustryChanges: () => feedReports.listIndustryChanges(db),
  listFeedReports: (limit: number, industrySlug?: string) =>
    feedReports.listFeedReports(db, limit, industrySlug),
});

/** undefined where there is no such industry. */
async function listNewestInIndustry(
  { db }: Deps,
  industrySlug: string,
): Promise<ListedReport[] | undefined> {
  const newest = await reports.listNewestRows(db, maxNewestReports, industrySlug);
  if (newest.length > 0) return newest;
  const all = await listIndustries(db);
  return all.some(({ slug }) => slug === industrySlug) ? [] : undefined;
}

/** Behind the last page nothing is read but the number. */
async function listReportsWithText({ db }: Deps, page: number, perPage: number) {
  const total = await listDays.countReports(db);
  const offset = (page - 1) * perPage;
  if (offset >= total) return { total, reports: [] };
  return { total, reports: await reports.listReportsWithText(db, perPage, { offset }) };
}

/** Reports with their texts, newest first, in batches: only one batch is in memory. */
async function* streamReports(
  { db }: Deps,
  industrySlug?: string,
): AsyncGenerator<reports.ReportWithText[]> {
  let last: reports.ReportWithText | undefined;
  for (;;) {
    const batch = await reports.listReportsWithText(db, streamBatchSize, { last, industrySlug });
    if (batch.length > 0) yield batch;
    last = batch.at(-1);
    if (batch.length < streamBatchSize) return;
  }
}

/** undefined where it is not for sale. */
async function getReportForSale(
  { db }: Deps,
  key: { code: string } | { id: number },
): Promise<ReportForSale | undefined> {
  const report = await getReport(db, key);
  if (!report) return undefined;
  const { id, code, slug, title, industry, industrySlug, pages, formats, prices, edition } = report;
  const { coverPicture } = report;
  const named = { id, code, slug, title, industry, industrySlug, coverPicture };
  return { ...named, pages, formats, prices, edition };
}
