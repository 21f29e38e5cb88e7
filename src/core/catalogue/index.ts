import type { Deps, Tx } from '../deps.ts';
import type { Letterhead } from '../kernel/email-layout.ts';
import type { LongWork } from '../kernel/long-work.ts';
import type { ScheduledActs } from '../kernel/schedule.ts';
import { AuthorEditing } from './authors/author-editing.ts';
import { Authors } from './authors/authors.ts';
import { Editing } from './editing/index.ts';
import type { Delivery } from './goods/delivery.model.ts';
import { Goods } from './goods/goods.ts';
import { MadePages } from './goods/made-pages.ts';
import { OrderFiles } from './goods/order-files.ts';
import { GoodsFiles } from './goods/store-file.ts';
import { StoredGoods } from './goods/stored-goods.ts';
import { Industries } from './industries/industries.ts';
import { IndustryEditing } from './industries/industry-editing.ts';
import { Editions } from './reports/edition.ts';
import { Feeds } from './reports/feeds.ts';
import type { LicenceTerms } from './reports/licence.model.ts';
import { mergeListDays } from './reports/list-days.store.ts';
import { ReportFiles } from './reports/report-files.ts';
import { Reports } from './reports/reports.ts';
import { fillFacts } from './reports/version-facts.store.ts';
import { Finder } from './search/finder.ts';
import { fillIndex } from './search/index.store.ts';
import { Search } from './search/index.ts';
import type { ListPageAddresses } from './writing/decide-next.ts';
import { ScheduledReports } from './writing/publish-scheduled.ts';
import { ReportWriter } from './writing/write-reports.ts';

export type * from './editing/index.ts';
export { canDeliver, findLicenceGoods } from './goods/delivery.ts';
export { readParts, countBytes, type FilePart } from './goods/file-parts.ts';
export type { StoredOrderFile } from './goods/order-files.ts';
export type { FeedReport, SitemapReport } from './reports/feed-reports.store.ts';
export type { BuyerCopy, SoldFile } from './reports/report-files.ts';
export type { ReportForSale } from './reports/reports.ts';
export { findSlugOwner } from './writing/decide-next.ts';
export { listKnownCodes } from './writing/stored-reports.store.ts';
export type { ChangeToUndo } from './writing/unchanged-reports.ts';
export { streamWholeReports, type WholeReport } from './writing/whole-reports.store.ts';
export type { WriteResult } from './writing/write-reports.ts';

type CatalogueDeps = {
  readonly listPageAddresses: ListPageAddresses;
  readonly longWork: LongWork;
  /** Within a transaction by its own connection. */
  readonly getLetterhead: (tx?: Tx) => Promise<Letterhead>;
  /** How new reports are delivered that don't say it themselves. */
  readonly getNewDelivery: (tx: Tx) => Promise<Delivery>;
  /** All of the store's, also those that it does not sell any more. */
  readonly listLicences: (tx?: Tx) => Promise<readonly LicenceTerms[]>;
  /** PostgreSQL's if missing. */
  readonly finder?: Finder;
};

/** Industries, reports and editions. Only buyers find reports that are not published any more. */
export class Catalogue {
  readonly industries: Industries;
  readonly industryEditing: IndustryEditing;
  readonly authors: Authors;
  readonly authorEditing: AuthorEditing;
  readonly reports: Reports;
  readonly feeds: Feeds;
  readonly search: Search;
  readonly writing: ReportWriter;
  readonly editions: Editions;
  readonly editing: Editing;
  /** Files that are printed or drawn of reports, and those that buyers download. */
  readonly files: ReportFiles;
  /** Files that publishers upload. */
  readonly goods: Goods;
  readonly storedGoods: StoredGoods;
  readonly orderFiles: OrderFiles;
  readonly madePages: MadePages;
  /** What is done with reports and drafts at the time that was chosen. */
  readonly scheduled: ScheduledActs<'report' | 'reportDraft'>;
  readonly jobs;

  constructor(appDeps: Deps, { finder = new Finder(appDeps.db), ...catalogueDeps }: CatalogueDeps) {
    const deps = { ...appDeps, ...catalogueDeps, finder };
    const goodsFiles = new GoodsFiles(deps);
    this.industries = new Industries(deps);
    this.industryEditing = new IndustryEditing(deps);
    this.authors = new Authors(deps);
    this.authorEditing = new AuthorEditing(deps);
    this.reports = new Reports(deps.db);
    this.feeds = new Feeds(deps.db);
    this.search = new Search(deps, finder);
    this.writing = new ReportWriter(deps);
    this.editions = new Editions(deps);
    this.madePages = new MadePages(deps);
    this.files = new ReportFiles(deps, this.madePages);
    this.storedGoods = new StoredGoods(deps);
    this.orderFiles = new OrderFiles(goodsFiles);
    const { editions, storedGoods: stored, writing: writer } = this;
    this.goods = new Goods(deps, { files: goodsFiles, stored, editions });
    this.editing = new Editing({ ...deps, writer, editions, goodsFiles: this.goods });
    this.scheduled = {
      report: new ScheduledReports(deps, writer).act,
      reportDraft: this.editing.schedules.act,
    };
    this.jobs = {
      'catalogue.emptyBin': () => this.editing.bin.empty(),
      'catalogue.checkReports': () => this.editing.checks.checkEdited(),
      'catalogue.removeUnusedGoods': () => this.goods.removeUnused(),
      'catalogue.lookForGoods': () => this.storedGoods.lookForAll(),
      'catalogue.countMadePages': () =>
        this.madePages.countMissing((id, edition) => this.files.countPrintedPages(id, edition)),
      'catalogue.fillSearch': () => fillIndex(deps.db, deps.clock()),
      'catalogue.fillFacts': () => fillFacts(deps.db),
      'catalogue.mergeListDays': () => mergeListDays(deps.db),
    };
  }
}
