/** Lists without words, of the reports that pass the filters. */
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../deps.ts';
import type { FacetChoice } from '../facets.model.ts';
import type { ReportQuery } from '../model.ts';
import { joinAll, listKindConditions, listRowConditions } from './facets.store.ts';
import { maxCounted } from './finder.ts';

/**
 * A query for the first reports in this order, as far as a search counts, with what facets count.
 * Each order is read from one index alone. What the industry and the kinds are is read before, so that
 * the planner knows how many reports have them and which index finds them first.
 */
export async function selectWholeList(
  tx: Database,
  wanted: ReportQuery,
  order: RawBuilder<unknown>,
): Promise<RawBuilder<unknown>> {
  const title = wanted.sort === 'title' ? sql`f.title, ` : sql``;
  const parts = (await listPlaces(tx, wanted)).map(
    (
      place,
    ) => sql`(select ${title} f.report_id, f.industry_id, f.published_on, f.lowest_cents, f.pages,
      f.kind_id from list_report f where ${joinAll([...place, ...listRowConditions(wanted)])}
      order by ${order} limit ${sql.lit(maxCounted + 1)})`,
  );
  return sql`select f.*, kind.data_source, kind.data_year, kind.geography, kind.formats,
      kind.further_industry_ids, 0::float8 as score
    from (${sql.join(parts, sql` union all `)}) f join list_kind kind on kind.id = f.kind_id`;
}

/** An industry's own reports and those of which it is a further industry are in two places. */
async function listPlaces(tx: Database, choice: FacetChoice): Promise<RawBuilder<boolean>[][]> {
  const conditions = listKindConditions(choice);
  const kinds = conditions.length === 0 ? [] : [hasKind(await listKinds(tx, conditions))];
  if (choice.industrySlug === undefined) return [kinds];
  const industry = await tx
    .selectFrom('industry')
    .where('slug', '=', choice.industrySlug)
    .select('id')
    .executeTakeFirst();
  const id = industry?.id ?? 0;
  const further = await listKinds(tx, [
    ...conditions,
    sql<boolean>`f.further_industry_ids @> array[${id}::int]`,
  ]);
  const own = [sql<boolean>`f.industry_id = ${id}`, ...kinds];
  return further.length === 0 ? [own] : [own, [hasKind(further)]];
}

const hasKind = (ids: number[]): RawBuilder<boolean> =>
  ids.length === 0 ? sql`false` : sql`f.kind_id = any(${ids}::int[])`;

async function listKinds(
  tx: Database,
  conditions: readonly RawBuilder<boolean>[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from list_kind f where ${joinAll(conditions)}`.execute(tx);
  return rows.map(({ id }) => id);
}
