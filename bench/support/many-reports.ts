import { sql } from 'kysely';
import type { Database } from '#core/deps.ts';

const copiesAtOnce = 100;

/**
 * The store has `count` reports more, which are copies of the demo's with short texts, on other days
 * and with other prices. Lists and the search know them as if they had been imported.
 */
export async function addReports(db: Database, count: number): Promise<void> {
  const { originals } = await db
    .selectFrom('report')
    .select((eb) => eb.fn.countAll<number>().as('originals'))
    .executeTakeFirstOrThrow();
  for (let first = 1; (first - 1) * originals < count; first += copiesAtOnce) {
    const limit = Math.min(count - (first - 1) * originals, copiesAtOnce * originals);
    await addCopies(db, originals, { first, limit });
  }
  await sql`vacuum analyze`.execute(db);
}

/** Of each original the copies from `first` on, `limit` reports in all. */
const addCopies = (
  db: Database,
  originals: number,
  { first, limit }: { readonly first: number; readonly limit: number },
) =>
  sql`
    with original as materialized (
      select * from report order by id limit ${originals}::int),
    copied as (
      insert into report (slug, code, industry_id, further_industry_ids, title, short_description,
        published_on, updated_at, state, released_at, version_number, pages, prices,
        delivery, cover)
      select r.slug || '-' || n, r.code || '-' || n, r.industry_id, r.further_industry_ids,
        r.title || ' ' || n, r.short_description, r.published_on - (n * 7 % 3000)::int, r.updated_at,
        r.state, r.released_at, 1, r.pages,
        (select jsonb_object_agg(name, case when name <> 'dataSheet' and jsonb_typeof(price) = 'number'
          then to_jsonb(price::int + n % 40 * 2500) else price end)
          from jsonb_each(r.prices) as given (name, price)), r.delivery,
        case when n % 10 = 0 then r.cover else '{"key": "", "series": [], "rankings": []}' end
      from original r, generate_series(${first}::int, ${first + copiesAtOnce - 1}::int) n
      limit ${limit}::int returning *),
    version as (
      insert into report_version (report_id, number, parts, made_at, made_by)
      select id, 1, jsonb_build_object('title', title, 'slug', slug, 'state', state),
        updated_at - id * interval '1 second', 'bench' from copied),
    edition as (
      insert into edition (report_id, number, published_on, version_number)
      select id, 1, published_on, 1 from copied),
    edited as (
      insert into report_last_edit (report_id, edited_at, edited_by, is_unchecked)
      select id, date_trunc('second', updated_at) - id * interval '1 second', 'bench', false
      from copied),
    checked as (
      insert into report_check (report_id, edited_at, checked_at, blocking, warnings)
      select id, date_trunc('second', updated_at) - id * interval '1 second', now(),
        (id % 50 = 0)::int, (id % 5 = 0)::int from copied)
    insert into find_report (report_id, version, title, name, key, name_length, words, industry_id,
      further_industry_ids, published_on, lowest_cents, pages, data_source, data_year, geography,
      formats)
    select c.id, f.version, f.title, f.name, f.key, f.name_length, f.words, f.industry_id,
      f.further_industry_ids, c.published_on, c.lowest_cents, f.pages, f.data_source, f.data_year,
      f.geography, f.formats
    from copied c join original r on r.code = regexp_replace(c.code, '-[0-9]+$', '')
    join find_report f on f.report_id = r.id`.execute(db);
