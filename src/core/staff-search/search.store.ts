import { sql } from 'kysely';
import type { Database } from '../deps.ts';
import type { Found } from './model.ts';
import { escapeLike } from '../kernel/like-pattern.ts';
import { hasWords } from '../kernel/word-search.store.ts';

type Wanted = {
  readonly words: string;
  readonly limit: number;
  /** People's names, addresses and companies are neither searched nor shown. */
  readonly isMasked: boolean;
};

/** How many of the newest reports are read for words that most titles have. */
const newestRead = 2000;
/** Of rarer words all are read, up to this. */
const maxRead = 500;

/** By the beginning of its code, or by title, in whatever state. */
export async function findReports(db: Database, { words, limit }: Wanted): Promise<Found[]> {
  const lower = words.toLowerCase();
  const titleHasWords = hasWords(sql`folded_title`, words);
  const { rows } = await sql<Found>`
    with candidate as (
      (select id from report where lower(code) like ${`${escapeLike(lower)}%`}
        order by lower(code) limit ${limit})
      union (select id from (
          select id, folded_title from report order by published_on desc, id desc limit ${newestRead}) newest
        where ${titleHasWords} limit ${limit})
      union (select id from report where ${titleHasWords} limit ${maxRead}))
    select r.id::text as id, r.title,
      r.code || case when r.state = 'published' then '' else ', ' || r.state end as note
    from candidate join report r using (id)
    order by (lower(r.code) = ${lower}) desc, r.published_on desc, r.id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** These reports, in this order. */
export async function listReports(db: Database, ids: readonly number[]): Promise<Found[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('report')
    .select(['id', 'title', 'code'])
    .where('id', 'in', [...ids])
    .execute();
  const reports = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const report = reports.get(id);
    return report ? [{ id: String(id), title: report.title, note: report.code }] : [];
  });
}

/** By number, report code, and the buyer's name, company or email. */
export async function findOrders(db: Database, wanted: Wanted): Promise<Found[]> {
  const text = wanted.isMasked ? sql`search_numbers` : sql`search_text`;
  const rows = await db
    .selectFrom('purchase')
    .select(['number', 'name', 'companyName', 'reportCode', 'state'])
    .where(hasWords(text, wanted.words))
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute();
  return rows.map(({ number, name, companyName, reportCode, state }) => ({
    id: number,
    title: number,
    note: [...(wanted.isMasked ? [] : [name, companyName]), reportCode].filter(Boolean).join(', '),
    state,
  }));
}

/** By the code of its report, and the sender's name, company or email. */
export async function findEnquiries(db: Database, wanted: Wanted): Promise<Found[]> {
  const { words, limit, isMasked } = wanted;
  const ofReport = sql`report_id = any(array(select id from report
    where lower(code) like ${`${escapeLike(words.toLowerCase())}%`} limit ${maxRead}))`;
  const byPerson = sql`union (select id from lead where ${hasWords(sql`search_text`, words)}
    order by id desc limit ${limit})`;
  const { rows } = await sql<FoundEnquiry>`
    select lead.id, lead.name, lead.kind, report.code, lead.company
    from ((select id from lead where ${ofReport} order by id desc limit ${limit})
      ${isMasked ? sql`` : byPerson}) found
    join lead using (id) left join report on report.id = lead.report_id
    order by lead.id desc limit ${limit}`.execute(db);
  return rows.map(({ id, name, kind, code, company }) => ({
    id: String(id),
    title: isMasked ? `Enquiry ${id}` : name,
    note: [kind, code, ...(isMasked ? [] : [company])].filter(Boolean).join(', '),
  }));
}

type FoundEnquiry = {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  readonly code: string | null;
  readonly company: string;
};

/** By name or email. */
export async function findCustomers(db: Database, { words, limit }: Wanted): Promise<Found[]> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'name', 'email'])
    .where(hasWords(sql`search_text`, words))
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
    .where(hasWords(sql`folded(name)`, words))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ id, name, slug }) => ({ id: String(id), title: name, note: slug }));
}
