import type { Database } from '../deps.ts';
import type { Industry } from './model.ts';

/** All industries in the publisher's order, then by name, with the number of their published reports. */
export const listIndustries = (db: Database): Promise<Industry[]> =>
  db
    .selectFrom('industry')
    .leftJoin('report', (join) =>
      join.onRef('report.industryId', '=', 'industry.id').on('report.state', '=', 'published'),
    )
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
    .select((eb) => eb.fn.count<number>('report.id').as('reports'))
    .groupBy('industry.id')
    .orderBy('industry.position', (order) => order.asc().nullsLast())
    .orderBy('industry.name')
    .execute();
