import type { Database, Tx } from '../../deps.ts';
import type { ReportData, VersionParts } from '../reports/report-version.model.ts';

export type StoredVersion = {
  readonly number: number;
  readonly madeAt: Date;
  readonly madeBy: string;
  readonly parts: VersionParts;
  readonly data: ReportData | null;
};

const selectVersions = (db: Database | Tx, reportId: number) =>
  db
    .selectFrom('reportVersion')
    .select(['number', 'madeAt', 'madeBy', 'parts', 'data'])
    .where('reportId', '=', reportId);

/** The newest first, those before `before` if it is given. */
export const listVersions = (
  db: Database | Tx,
  reportId: number,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<StoredVersion[]> =>
  selectVersions(db, reportId)
    .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();

export const readVersion = (
  db: Database | Tx,
  reportId: number,
  number: number,
): Promise<StoredVersion | undefined> =>
  selectVersions(db, reportId).where('number', '=', number).executeTakeFirst();

/** An edition and the version that it sells. */
export type EditionRow = {
  readonly number: number;
  readonly publishedOn: string;
  readonly versionNumber: number;
  readonly reason: string | null;
};

export const listEditions = (db: Database | Tx, reportId: number): Promise<EditionRow[]> =>
  db
    .selectFrom('edition')
    .select(['number', 'publishedOn', 'versionNumber', 'reason'])
    .where('reportId', '=', reportId)
    .orderBy('number', 'desc')
    .execute();
