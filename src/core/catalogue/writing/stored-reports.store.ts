/** Reads of the writer of reports: reports by code, industries, and slugs that are taken. */
import { sql } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type {
  ReportData,
  StoredReportState,
  VersionParts,
} from '../reports/report-version.model.ts';
import { listedColumns, type ListedFacts } from './listed-facts.ts';

export type StoredReport = ListedFacts & {
  readonly id: number;
  readonly code: string;
  readonly state: StoredReportState;
  readonly versionNumber: number;
  readonly releasedAt: Date | null;
  readonly updatedAt: Date;
  readonly parts: VersionParts;
  readonly data: ReportData | null;
};

const selectStored = (db: Database | Tx) =>
  db
    .selectFrom('report')
    .innerJoin('reportVersion', (join) =>
      join
        .onRef('reportVersion.reportId', '=', 'report.id')
        .onRef('reportVersion.number', '=', 'report.versionNumber'),
    )
    .select(['report.id', 'report.code', 'report.state', 'report.versionNumber'])
    .select(['report.releasedAt', 'report.updatedAt', 'reportVersion.parts', 'reportVersion.data'])
    .select(listedColumns);

/** Reports by their codes. They are locked until the transaction ends, always in the same order. */
export const lockReports = (tx: Tx, codes: readonly string[]): Promise<StoredReport[]> =>
  selectStored(tx)
    .where('report.code', 'in', [...codes])
    .orderBy('report.id')
    .forUpdate('report')
    .execute();

/** Reports by their codes, without locks. */
export const readReports = (db: Database | Tx, codes: readonly string[]): Promise<StoredReport[]> =>
  selectStored(db)
    .where('report.code', 'in', [...codes])
    .execute();

/** A report in any state, without a lock; undefined for an unknown id. */
export const readReportById = (db: Database | Tx, id: number): Promise<StoredReport | undefined> =>
  selectStored(db).where('report.id', '=', id).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockReportById = (tx: Tx, id: number): Promise<StoredReport | undefined> =>
  selectStored(tx).where('report.id', '=', id).forUpdate('report').executeTakeFirst();

/** Those of the reports whose scheduled day has come. They are locked; others skip them. */
export const lockDueReports = (
  tx: Tx,
  ids: readonly number[],
  today: string,
): Promise<StoredReport[]> =>
  selectStored(tx)
    .where('report.id', 'in', [...ids])
    .where('report.state', '=', 'scheduled')
    .where('report.publishedOn', '<=', today)
    .orderBy('report.id')
    .forUpdate('report')
    .skipLocked()
    .execute();

/** Those of the codes that a report has, also one in the bin. */
export async function listKnownCodes(
  db: Database | Tx,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set();
  const rows = await db
    .selectFrom('report')
    .where('code', 'in', [...codes])
    .select('code')
    .execute();
  return new Set(rows.map(({ code }) => code));
}

/** Those of the reports that have unpublished edits. */
export async function listEditedIds(
  db: Database | Tx,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('reportDraft')
    .select('reportId')
    .where('reportId', 'in', [...ids])
    .where(sql<boolean>`changes <> '{}'::jsonb`)
    .execute();
  return new Set(rows.map(({ reportId }) => reportId));
}

/** To each code that no report has, but one that differs in capitals alone: that report's code. */
export async function listAlikeCodes(
  db: Database | Tx,
  codes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ given: string; code: string }>`
    select given, report.code from unnest(${codes}::text[]) as given
    join report on lower(report.code) = lower(given) and report.code <> given`.execute(db);
  return new Map(rows.map(({ given, code }) => [given, code]));
}

export type StoredIndustry = { readonly id: number; readonly slug: string; readonly name: string };

export const listStoredIndustries = (db: Database | Tx): Promise<StoredIndustry[]> =>
  db.selectFrom('industry').select(['id', 'slug', 'name']).execute();

/** Which of these slugs a report has or had, and the code of that report. */
export async function findSlugOwners(
  db: Database | Tx,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (slugs.length === 0) return new Map();
  const current = db
    .selectFrom('report')
    .where('slug', 'in', [...slugs])
    .select(['slug', 'code']);
  const former = db
    .selectFrom('reportSlugRedirect')
    .innerJoin('report', 'report.id', 'reportSlugRedirect.reportId')
    .where('reportSlugRedirect.slug', 'in', [...slugs])
    .select(['reportSlugRedirect.slug', 'report.code']);
  const rows = await current.union(former).execute();
  return new Map(rows.map(({ slug, code }) => [slug, code]));
}

/** The parts and data of earlier versions, by the id of their report. */
export async function readVersions(
  tx: Tx,
  versions: readonly { readonly reportId: number; readonly number: number }[],
): Promise<ReadonlyMap<number, { parts: VersionParts; data: ReportData | null }>> {
  if (versions.length === 0) return new Map();
  const rows = await tx
    .selectFrom('reportVersion')
    .where((eb) =>
      eb(
        eb.refTuple('reportId', 'number'),
        'in',
        versions.map(({ reportId, number }) => eb.tuple(reportId, number)),
      ),
    )
    .select(['reportId', 'parts', 'data'])
    .execute();
  return new Map(rows.map(({ reportId, parts, data }) => [reportId, { parts, data }]));
}
