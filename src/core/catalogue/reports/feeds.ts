import type { Database } from '../../deps.ts';
import * as store from './feed-reports.store.ts';
import { getRevision } from './reports.store.ts';

/** Reads reports for sitemaps, feeds and lists of all. */
export class Feeds {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Returns another text after every change of the catalogue, in any process. */
  getRevision(): Promise<string> {
    return getRevision(this.#db);
  }

  listSitemapParts() {
    return store.listSitemapParts(this.#db);
  }

  digestSitemapPart(part: number) {
    return store.digestSitemapPart(this.#db, part);
  }

  streamSitemapPart(part: number) {
    return store.streamSitemapPart(this.#db, part);
  }

  listIndustryChanges() {
    return store.listIndustryChanges(this.#db);
  }

  listReports(limit: number, industrySlug?: string) {
    return store.listFeedReports(this.#db, limit, industrySlug);
  }
}
