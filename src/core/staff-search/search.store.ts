import { sql } from 'kysely';
import type { Database } from '../deps.ts';
import type { Found } from './model.ts';
import { containsPattern } from '../kernel/like-pattern.ts';

type Wanted = {
  readonly words: string;
  readonly limit: number;
  /** People's names, addresses and companies are neither searched nor shown. */
  readonly isMasked: boolean;
};

/** By code or title, in whatever state; titles through the search's own index. */
export async function findReports(db: Database, { words, limit }: Wanted): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with candidate as (
      (select id from report where code = upper(${words}) limit 1)
      union
      (select id from report where title ilike ${containsPattern(words)} limit 200)
      union
      (select id from report where code ilike ${containsPattern(words)} order by id desc limit 20)
    )
    select r.id::text as id, r.title,
      r.code || case when r.state = 'published' then '' else ', ' || r.state end as note
    from candidate join report r using (id)
    order by (r.code = upper(${words})) desc, r.published_on desc, r.id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** By number, report code, and the buyer's name, company or email. */
export async function findOrders(db: Database, wanted: Wanted): Promise<Found[]> {
  const pattern = containsPattern(wanted.words);
  const rows = await db
    .selectFrom('purchase')
    .select(['number', 'name', 'companyName', 'reportCode', 'state'])
    .where((eb) =>
      eb.or([
        eb('number', 'ilike', pattern),
        eb('reportCode', 'ilike', pattern),
        ...(wanted.isMasked
          ? []
          : (['name', 'companyName', 'email'] as const).map((column) =>
              eb(column, 'ilike', pattern),
            )),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute();
  return rows.map(({ number, name, companyName, reportCode, state }) => ({
    id: number,
    title: number,
    note: [...(wanted.isMasked ? [] : [name, companyName]), reportCode, state]
      .filter(Boolean)
      .join(', '),
  }));
}

/** By report code, and the sender's name, company or email. */
export async function findEnquiries(db: Database, wanted: Wanted): Promise<Found[]> {
  const pattern = containsPattern(wanted.words);
  const rows = await db
    .selectFrom('lead')
    .leftJoin('report', 'report.id', 'lead.reportId')
    .select(['lead.id', 'lead.name', 'lead.kind', 'report.code'])
    .select(sql<string | null>`lead.fields ->> 'company_name'`.as('company'))
    .where((eb) =>
      eb.or([
        eb('report.code', 'ilike', pattern),
        ...(wanted.isMasked
          ? []
          : [
              eb('lead.name', 'ilike', pattern),
              eb('lead.email', 'ilike', pattern),
              eb(sql<string>`lead.fields ->> 'company_name'`, 'ilike', pattern),
            ]),
      ]),
    )
    .orderBy('lead.id', 'desc')
    .limit(wanted.limit)
    .execute();
  return rows.map(({ id, name, kind, code, company }) => ({
    id: String(id),
    title: wanted.isMasked ? `Enquiry ${id}` : name,
    note: [kind, code, ...(wanted.isMasked ? [] : [company])].filter(Boolean).join(', '),
  }));
}

/** By name or email. */
export async function findCustomers(db: Database, { words, limit }: Wanted): Promise<Found[]> {
  const pattern = containsPattern(words);
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'name', 'email'])
    .where((eb) => eb.or([eb('name', 'ilike', pattern), eb('email', 'ilike', pattern)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, email }) => ({ id: String(id), title: name, note: email }));
}

/** Blog posts by title. */
export async function findPosts(db: Database, { words, limit }: Wanted): Promise<Found[]> {
  const rows = await db
    .selectFrom('blogPost')
    .select(['id', 'name', 'slug'])
    .where('name', 'ilike', containsPattern(words))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, slug }) => ({ id: String(id), title: name, note: slug }));
}
