import { sql } from 'kysely';
import type { Database } from '../../deps.ts';
import type { ExplainedReport } from './explain-match.ts';
import type { FoundTitle } from './find.store.ts';
import type { Group, Plan } from './plan.model.ts';
import { pageWeights, toGroupQuery } from './ts-query.model.ts';

/** What the reports of one page say. */
export const listExplained = (
  tx: Database,
  ids: readonly number[],
  plan: Plan,
): Promise<(ExplainedReport & { readonly id: number })[]> =>
  tx
    .selectFrom('report')
    .innerJoin('findDeep', 'findDeep.reportId', 'report.id')
    .innerJoin('reportVersion', (join) =>
      join
        .onRef('reportVersion.reportId', '=', 'report.id')
        .onRef('reportVersion.number', '=', 'report.versionNumber'),
    )
    .where('report.id', 'in', [...ids])
    .select(['report.id', 'report.code', 'report.title', 'report.shortDescription'])
    .select('reportVersion.parts')
    .select(
      sql<string[]>`jsonb_path_query_array(coalesce(report_version.data, '{}'),
        '$.figures.*[*].label') || jsonb_path_query_array(coalesce(report_version.data, '{}'),
        '$.figures.rankings[*].rows[*].name')`.as('dataNames'),
    )
    .select(
      sql<boolean[]>`array[${sql.join(plan.groups.map(isInFiles))}]::boolean[]`.as('isInFiles'),
    )
    .execute();

/** A report has few groups: each is one look at its row. */
const isInFiles = (group: Group) => sql<boolean>`find_deep.words @@ ${toGroupQuery(group)}::tsquery
  and not find_deep.words @@ ${toGroupQuery(group, pageWeights)}::tsquery`;

/** In the order of the ids. */
export async function listTitles(tx: Database, ids: readonly number[]): Promise<FoundTitle[]> {
  const rows = await tx
    .selectFrom('report')
    .select(['id', 'code', 'title'])
    .where('id', 'in', [...ids, 0])
    .execute();
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}
