import type { Database } from '../../deps.ts';
import * as store from './feed-reports.store.ts';
import { keepByRevision } from './kept-by-revision.ts';
import { getRevision } from './reports.store.ts';

/** Reads reports for sitemaps, feeds and lists of all. */
export class Feeds {
  /** Both read every report: once after each change of the catalogue. */
  readonly listSitemapParts: () => Promise<store.SitemapPart[]>;
  readonly listIndustryChanges: () => Promise<ReadonlyMap<string, Date>>;
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
    const keep = <Value>(read: (db: Database) => Promise<Value>): (() => Promise<Value>) => {
      const kept = keepByRevision(
        db,
        () => '',
        () => read(db),
      );
      return () => kept(undefined);
    };
    this.listSitemapParts = keep(store.listSitemapParts);
    this.listIndustryChanges = keep(store.listIndustryChanges);
  }

  /** Returns another text after every change of the catalogue, in any process. */
  getRevision(): Promise<string> {
    return getRevision(this.#db);
  }

  digestSitemapPart(part: number) {
    return store.digestSitemapPart(this.#db, part);
  }

  streamSitemapPart(part: number) {
    return store.streamSitemapPart(this.#db, part);
  }

  listReports(limit: number, industrySlug?: string) {
    return store.listFeedReports(this.#db, limit, industrySlug);
  }
}
