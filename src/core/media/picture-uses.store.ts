/** Where pictures stand, over everything that can name one. */
import { sql } from 'kysely';
import type { Database, Tx } from '../deps.ts';
import type { PictureUse } from './model.ts';

/** The names of pictures in a text of HTML or JSON. */
const namesIn = (text: string) =>
  sql`(select distinct found[1] as name
    from regexp_matches(${sql.raw(text)}, '(media/[a-z0-9][a-z0-9-]*)', 'g') as found)`;

const ofTexts = (table: string, kind: PictureUse['kind'], column: 'html' | 'description') => sql`
  select p.name, ${sql.lit(kind)} as kind, t.id, t.name as label from ${sql.table(table)} t,
    lateral ${namesIn(`coalesce(t.image, '') || ' ' || t.${column}`)} p`;

const ofFields = (table: string, kind: PictureUse['kind']) => sql`
  select t.image as name, ${sql.lit(kind)} as kind, t.id, t.name as label
  from ${sql.table(table)} t where t.image like 'media/%'`;

/**
 * A row for each use: name, kind, id, label. A report counts as it is shown now, as editions of it
 * were sold, and as its draft says.
 */
export const pictureUses = sql`
  select p.name, 'report' as kind, r.id, r.title as label from report_version_picture p
  join report_version v on v.id = p.version_id
  join report r on r.id = v.report_id and r.version_number = v.number
  union all
  select p.name, 'edition', r.id, r.title || ', edition ' || e.number from report_version_picture p
  join report_version v on v.id = p.version_id
  join edition e on e.report_id = v.report_id and e.version_number = v.number
  join report r on r.id = v.report_id and r.version_number <> v.number
  union all
  select distinct picture #>> '{}', 'draft', r.id, r.title from report r
  join (select report_id, changes from report_draft where changes ? 'description'
    union all select report_id, changes from report_schedule where changes ? 'description') d
    on d.report_id = r.id,
  lateral jsonb_path_query(d.changes, '$.description[*] ? (@.kind == "picture").name') as picture
  union all ${ofTexts('blog_post', 'blog post', 'html')}
  union all ${ofTexts('press_release', 'press release', 'html')}
  union all ${ofTexts('service', 'service', 'description')}
  union all
  select p.name, 'question', f.id, f.title from faq f, lateral ${namesIn('f.html')} p
  union all ${ofFields('testimonial', 'testimonial')}
  union all ${ofFields('client_logo', 'client logo')}
  union all
  select p.name, 'settings', s.version, 'Settings of the store' from
    (select version, body::text as body from store_settings order by version desc limit 1) s,
    lateral ${namesIn('s.body')} p`;

/** Where these pictures stand; in the order of their kinds, at most so many. */
export async function listUses(
  db: Database | Tx,
  names: readonly string[],
  limit: number,
): Promise<PictureUse[]> {
  const { rows } = await sql<PictureUse>`
    select u.kind, u.id, u.label from (${pictureUses}) u where u.name = any(${[...names]})
    order by u.kind, u.label, u.id limit ${limit}`.execute(db);
  return rows;
}

/** How often each picture is used; those that are not are missing. */
export async function countUses(
  db: Database | Tx,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select u.name, count(*)::int as count from (${pictureUses}) u
    where u.name = any(${[...names]}) group by u.name`.execute(db);
  return new Map(rows.map(({ name, count }) => [name, count]));
}

/** The cache tags of pages that show the picture. */
export async function listTagsOfUses(db: Database | Tx, name: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct coalesce('report:' || r.slug, 'site') as tag from (${pictureUses}) u
    left join report r on r.id = u.id and u.kind = 'report'
    where u.name = ${name} and u.kind not in ('edition', 'draft')`.execute(db);
  return rows.map(({ tag }) => tag);
}
