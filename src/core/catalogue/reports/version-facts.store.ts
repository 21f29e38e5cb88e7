/** Facts of versions, as they are stored. */
import { sql } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import { describeVersion, factsRules } from './describe-version.ts';
import type { MadeFacts } from './report-facts.model.ts';
import type { CardFacts } from './report-row.model.ts';
import type { ReportData, VersionParts } from './report-version.model.ts';

type Version = {
  readonly reportId: number;
  readonly number: number;
  readonly parts: VersionParts;
  readonly data: ReportData | null;
};

/** The facts of these versions are stored; those of newer rules stay. */
export async function saveFacts(db: Database | Tx, versions: readonly Version[]): Promise<void> {
  await insertFacts(
    db,
    versions.map((version) => ({ ...version, facts: describeVersion(version) })),
  );
}

async function insertFacts(
  db: Database | Tx,
  described: readonly (Pick<Version, 'reportId' | 'number'> & { readonly facts: MadeFacts })[],
): Promise<void> {
  if (described.length === 0) return;
  await db
    .insertInto('versionFacts')
    .values(
      described.map(({ reportId, number, facts }) => ({
        reportId,
        number,
        rules: factsRules,
        facts: JSON.stringify(facts),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['reportId', 'number'])
        .doUpdateSet((eb) => ({
          rules: eb.ref('excluded.rules'),
          facts: eb.ref('excluded.facts'),
        }))
        .where('versionFacts.rules', '<', factsRules),
    )
    .execute();
}

/** Facts that were stored; those that are missing are made now, and stored. */
export async function ensureFacts(
  db: Database | Tx,
  version: Version & { readonly facts: MadeFacts | null },
): Promise<MadeFacts> {
  if (version.facts) return version.facts;
  const facts = describeVersion(version);
  await insertFacts(db, [{ ...version, facts }]);
  return facts;
}

/** What lists show of reports whose newest version has no facts: they are made now, and stored. */
export async function makeCardFacts(
  db: Database | Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CardFacts>> {
  if (ids.length === 0) return new Map();
  const versions = await db
    .selectFrom('report')
    .innerJoin('reportVersion', (join) =>
      join
        .onRef('reportVersion.reportId', '=', 'report.id')
        .onRef('reportVersion.number', '=', 'report.versionNumber'),
    )
    .where('report.id', 'in', [...ids])
    .select(['reportId', 'number', 'parts', 'data'])
    .execute();
  const described = versions.map((version) => ({ ...version, facts: describeVersion(version) }));
  await insertFacts(db, described);
  return new Map(described.map(({ reportId, facts }) => [reportId, facts.card]));
}

/** Versions that are made at once: pages wait meanwhile. */
const batchOfFill = 20;

/**
 * Job: every version that a report or an edition shows has facts by today's rules. Each batch is
 * stored by itself, so that the next start continues where this one stopped.
 */
export async function fillFacts(db: Database): Promise<void> {
  let after = { reportId: 0, number: 0 };
  for (;;) {
    const { rows } = await sql<Version>`
      select v.report_id, v.number, v.parts, v.data
      from report_version v left join version_facts f using (report_id, number)
      where (v.report_id, v.number) > (${after.reportId}, ${after.number})
        and coalesce(f.rules, 0) < ${factsRules} and (
          exists (select from report r where r.id = v.report_id and r.version_number = v.number)
          or exists (select from edition e
            where e.report_id = v.report_id and e.version_number = v.number))
      order by v.report_id, v.number limit ${batchOfFill}`.execute(db);
    await saveFacts(db, rows);
    const last = rows.at(-1);
    if (!last || rows.length < batchOfFill) return;
    after = last;
  }
}
