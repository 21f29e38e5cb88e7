import { sql, type SqlBool } from 'kysely';
import type { Database } from '../deps.ts';
import type { Industry } from './model.ts';

/** Reports whose main industry it is, or one of their further ones. Of the table `report`. */
export const isInIndustry = (slug: string) => sql<SqlBool>`(
  report.industry_id = (select id from industry where slug = ${slug})
  or report.further_industry_ids <> '{}'
    and report.further_industry_ids @> array[(select id from industry where slug = ${slug})])`;

/** All industries in the publisher's order, then by name, with the numbers of their published reports. */
export const listIndustries = (db: Database): Promise<Industry[]> =>
  db
    .with('main', (cte) =>
      cte
        .selectFrom('report')
        .where('state', '=', 'published')
        .select((eb) => ['industryId', eb.fn.countAll<number>().as('reports')])
        .groupBy('industryId'),
    )
    .with('further', (cte) =>
      cte
        .selectFrom('report')
        .where('state', '=', 'published')
        .where('furtherIndustryIds', '<>', sql<number[]>`'{}'`)
        .select((eb) => [
          sql<number>`unnest(further_industry_ids)`.as('furtherId'),
          eb.fn.countAll<number>().as('reports'),
        ])
        .groupBy('furtherId'),
    )
    .selectFrom('industry')
    .leftJoin('main', 'main.industryId', 'industry.id')
    .leftJoin('further', 'further.furtherId', 'industry.id')
    .select([
      'industry.id',
      'industry.slug',
      'industry.name',
      'industry.description',
      'industry.pictogram',
      'industry.metaTitle',
      'industry.metaDescription',
      'industry.metaKeywords',
    ])
    .select([
      sql<number>`coalesce(main.reports, 0)`.as('mainReports'),
      sql<number>`coalesce(main.reports, 0) + coalesce(further.reports, 0)`.as('reports'),
    ])
    .orderBy('industry.position', (order) => order.asc().nullsLast())
    .orderBy('industry.name')
    .execute();
