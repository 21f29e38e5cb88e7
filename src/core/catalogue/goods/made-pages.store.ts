import type { Database, Tx } from '../../deps.ts';

/** A version that an edition sells, of which nobody has counted what is made of it. */
export type Uncounted = {
  readonly reportId: number;
  readonly edition: number;
  readonly versionNumber: number;
};

/** Reports whose goods are made, and whose newest edition was never counted as it is now. */
export const listUncounted = (db: Database, limit: number): Promise<Uncounted[]> =>
  db
    .selectFrom('report')
    .innerJoin('edition', 'edition.reportId', 'report.id')
    .select(['report.id as reportId', 'edition.number as edition', 'edition.versionNumber'])
    .where('report.delivery', '=', 'made')
    .where('report.goodsPages', 'is', null)
    .where('report.state', '<>', 'bin')
    .where('edition.number', '=', (eb) =>
      eb
        .selectFrom('edition as newest')
        .select(({ fn }) => fn.max('newest.number').as('number'))
        .whereRef('newest.reportId', '=', 'report.id'),
    )
    .where((eb) => eb('countedVersion', 'is distinct from', eb.ref('edition.versionNumber')))
    .orderBy('report.id')
    .limit(limit)
    .execute();

/**
 * The edition has so many pages, unless it sells another version meanwhile; null for uncountable.
 */
export async function saveMadePages(
  tx: Database | Tx,
  { reportId, edition, versionNumber }: Uncounted,
  pages: number | null,
): Promise<void> {
  await tx
    .updateTable('edition')
    .set({ madePages: pages, countedVersion: versionNumber })
    .where('reportId', '=', reportId)
    .where('number', '=', edition)
    .where('versionNumber', '=', versionNumber)
    .execute();
}

/** The version that an edition sells, if these are not its pages already. */
export const findOtherCount = (
  db: Database,
  reportId: number,
  edition: number,
  pages: number,
): Promise<Uncounted | undefined> =>
  db
    .selectFrom('edition')
    .select(['reportId', 'number as edition', 'versionNumber'])
    .where('reportId', '=', reportId)
    .where('number', '=', edition)
    .where((eb) =>
      eb.or([
        eb('madePages', 'is distinct from', pages),
        eb('countedVersion', 'is distinct from', eb.ref('versionNumber')),
      ]),
    )
    .executeTakeFirst();

/**
 * The numbers of pages that reports with these codes are known to have, of their newest editions.
 */
export async function saveKnownPages(
  tx: Tx,
  pages: Readonly<Record<string, number>>,
): Promise<number[]> {
  const reports = await tx
    .selectFrom('report')
    .innerJoin('edition', 'edition.reportId', 'report.id')
    .select(['report.id as reportId', 'code', 'edition.number as edition', 'edition.versionNumber'])
    .where('code', 'in', Object.keys(pages))
    .execute();
  for (const { code, ...one } of reports) await saveMadePages(tx, one, pages[code] ?? null);
  return [...new Set(reports.map(({ reportId }) => reportId))];
}
