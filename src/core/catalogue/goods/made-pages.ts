/** How many pages the PDF has that is made of a report: counted, never typed. */
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

type KeepDeps = Deps & { readonly finder: Pick<Finder, 'put'> };
type CountDeps = KeepDeps & {
  /** Renders what is made of an edition. */
  readonly countPages: (reportId: number, edition: number) => Promise<number>;
};

/** At 60 ms each, what one run of the job takes. */
const reportsPerRun = 100;

/**
 * Job: the newest editions that are made have their numbers of pages, on their pages, in lists and in
 * the search. One that can't be rendered is logged, has none, and is not tried again until it changes.
 */
export async function countMadePages(deps: CountDeps): Promise<void> {
  for (const one of await listUncounted(deps.db, reportsPerRun)) {
    const pages = await countOne(deps, one);
    await deps.db.transaction().execute((tx) => keepPages(tx, deps, one, pages));
  }
}

async function countOne(
  { countPages, log }: CountDeps,
  { reportId, edition }: Uncounted,
): Promise<number | null> {
  try {
    return await countPages(reportId, edition);
  } catch (error) {
    log.error({ error, reportId, edition }, 'the pages of a report could not be counted');
    return null;
  }
}

async function keepPages(
  tx: Tx,
  deps: KeepDeps,
  counted: Uncounted,
  pages: number | null,
): Promise<void> {
  const { slug, industrySlug } = await lockReport(tx, counted.reportId);
  await saveMadePages(tx, counted, pages);
  await saveSales(tx, [counted.reportId]);
  await deps.finder.put(tx, [counted.reportId]);
  await deps.invalidate(tx, [`report:${slug}`, `industry:${industrySlug}`, 'catalogue']);
}

/**
 * A copy that was printed for a buyer has so many pages, and so the edition has. Fonts and layouts
 * change with the program; what was counted before is corrected by what is sold.
 */
export async function notePrintedPages(
  deps: KeepDeps,
  reportId: number,
  edition: number,
  pages: number,
): Promise<void> {
  const other = await findOtherCount(deps.db, reportId, edition, pages);
  if (other) await deps.db.transaction().execute((tx) => keepPages(tx, deps, other, pages));
}

/** What was counted elsewhere, by the codes of reports, is what these reports have. */
export const noteMadePages = (
  { db, finder }: KeepDeps,
  pages: Readonly<Record<string, number>>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const ids = await saveKnownPages(tx, pages);
    await saveSales(tx, ids);
    await finder.put(tx, ids);
  });
