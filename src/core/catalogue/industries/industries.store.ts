import { sql } from 'kysely';
import type { Database } from '../../deps.ts';
import type { Industry } from '../model.ts';

/**
 * All industries in the publisher's order, then by name, with the numbers of their published
 * reports.
 */
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
    .select([
      sql<number>`coalesce(sum(list_day.main_reports), 0)::int`.as('mainReports'),
      sql<number>`coalesce(sum(list_day.reports), 0)::int`.as('reports'),
    ])
    .groupBy('industry.id')
    .orderBy('industry.position', (order) => order.asc().nullsLast())
    .orderBy('industry.name')
    .execute();
