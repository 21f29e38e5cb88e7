import { sql } from 'kysely';
import type { Database } from '../deps.ts';
import type { Industry } from './model.ts';

/** All industries by name, with the number of their published reports. */
export const listIndustries = (db: Database): Promise<Industry[]> =>
  db
    .selectFrom('industry')
    .leftJoin('listDay', 'listDay.industryId', 'industry.id')
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
    .select(sql<number>`coalesce(sum(list_day.reports), 0)::int`.as('reports'))
    .groupBy('industry.id')
    .orderBy('industry.name')
    .execute();
