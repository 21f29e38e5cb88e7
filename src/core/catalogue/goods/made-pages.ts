import type { Deps, Tx } from '../../deps.ts';
import { lockReport } from '../reports/editions.store.ts';
import type { Finder } from '../search/finder.ts';
import {
  findOtherCount,
  listUncounted,
  saveKnownPages,
  saveMadePages,
  type Uncounted,
} from './made-pages.store.ts';
import { saveSales } from './sale-columns.ts';

type MadePagesDeps = Deps & { readonly finder: Pick<Finder, 'put'> };

/** At 60 ms each, what one run of the job takes. */
const reportsPerRun = 100;

/** The numbers of pages of PDFs that are made of reports. */
export class MadePages {
  readonly #deps: MadePagesDeps;

  constructor(deps: MadePagesDeps) {
    this.#deps = deps;
  }

  /**
   * Job: counts the pages of the newest editions that are made, by rendering them with `countPages`;
   * pages, lists and the search say the numbers. An edition that can't be rendered is logged, has
   * none, and is not tried again until it changes.
   */
  async countMissing(countPages: CountPages): Promise<void> {
    const { db } = this.#deps;
    for (const one of await listUncounted(db, reportsPerRun)) {
      const pages = await this.#countOne(one, countPages);
      await db.transaction().execute((tx) => this.#keep(tx, one, pages));
    }
  }

  async #countOne(
    { reportId, edition }: Uncounted,
    countPages: CountPages,
  ): Promise<number | null> {
    try {
      return await countPages(reportId, edition);
    } catch (error) {
      const told = { error, reportId, edition };
      this.#deps.log.error(told, 'the pages of a report could not be counted');
      return null;
    }
  }

  async #keep(tx: Tx, counted: Uncounted, pages: number | null): Promise<void> {
    const { finder, invalidate } = this.#deps;
    const { slug, industrySlug } = await lockReport(tx, counted.reportId);
    await saveMadePages(tx, counted, pages);
    await saveSales(tx, [counted.reportId]);
    await finder.put(tx, [counted.reportId]);
    await invalidate(tx, [`report:${slug}`, `industry:${industrySlug}`, 'catalogue']);
  }

  /**
   * Corrects the number of an edition by a copy that was printed for a buyer: fonts and layouts
   * change with the program, and the number that counts is that of the copies that are sold.
   */
  async notePrinted(reportId: number, edition: number, pages: number): Promise<void> {
    const { db } = this.#deps;
    const other = await findOtherCount(db, reportId, edition, pages);
    if (other) await db.transaction().execute((tx) => this.#keep(tx, other, pages));
  }

  /** Sets the numbers that were counted elsewhere, by the codes of reports. */
  noteKnown(pages: Readonly<Record<string, number>>): Promise<void> {
    const { db, finder } = this.#deps;
    return db.transaction().execute(async (tx) => {
      const ids = await saveKnownPages(tx, pages);
      await saveSales(tx, ids);
      await finder.put(tx, ids);
    });
  }
}

/** Renders what is made of an edition, and returns its number of pages. */
type CountPages = (reportId: number, edition: number) => Promise<number>;
