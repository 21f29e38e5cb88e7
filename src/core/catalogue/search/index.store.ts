/** The writing of the index: what the search keeps of each report. */
import { sql } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import { madeKinds } from '../goods/goods.model.ts';
import { countRevision } from '../reports/reports.store.ts';
import {
  indexVersion,
  maxFileCharacters,
  toFindDocument,
  type FindDocument,
  type IndexedReport,
} from './document.model.ts';
import { rekeyWords } from './search-words.store.ts';
import { listDeletes } from './spelling.model.ts';

/** Reports that are read and written at once. */
const batchSize = 100;

/** See `Finder.put`. */
export async function putIntoIndex(tx: Tx, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize);
    const reports = await readReports(tx, batch);
    const published = new Set(reports.map(({ id }) => id));
    await dropFromIndex(
      tx,
      batch.filter((id) => !published.has(id)),
    );
    const withText = await listWithFileText(tx, [...published]);
    const documents: FindDocument[] = [];
    for (const report of reports) {
      const fileText = withText.has(report.id) ? await readFileText(tx, report.id) : '';
      documents.push(toFindDocument({ ...report, fileText }));
    }
    if (documents.length > 0) await save(tx, documents);
  }
}

/** See `Finder.drop`. */
export async function dropFromIndex(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('findReport')
    .where('reportId', 'in', [...ids])
    .execute();
}

const readReports = (tx: Tx, ids: readonly number[]): Promise<Omit<IndexedReport, 'fileText'>[]> =>
  tx
    .selectFrom('report')
    .innerJoin('reportVersion', (join) =>
      join
        .onRef('reportVersion.reportId', '=', 'report.id')
        .onRef('reportVersion.number', '=', 'report.versionNumber'),
    )
    .where('report.id', 'in', [...ids])
    .where('report.state', '=', 'published')
    .select(['report.id', 'report.code', 'report.title', 'report.shortDescription'])
    .select(['reportVersion.parts', 'reportVersion.data', industriesOfReport])
    .orderBy('report.id')
    .execute();

async function listWithFileText(tx: Tx, reportIds: readonly number[]): Promise<Set<number>> {
  if (reportIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('edition')
    .innerJoin('editionFile', 'editionFile.editionId', 'edition.id')
    .innerJoin('editionFileText', 'editionFileText.editionFileId', 'editionFile.id')
    .where('edition.reportId', 'in', [...reportIds])
    .select('edition.reportId')
    .distinct()
    .execute();
  return new Set(rows.map(({ reportId }) => reportId));
}

/** Of one report at a time, since each may be long. */
async function readFileText(tx: Tx, reportId: number): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select left(t.text, ${maxFileCharacters}) as text
    from edition_file f join edition_file_text t on t.edition_file_id = f.id
    where f.edition_id = (select id from edition where report_id = ${reportId}
        order by number desc limit 1)
      and f.purpose = 'goods' and f.replaced_at is null order by f.id`.execute(tx);
  return rows.map(({ text }) => text).join('\n');
}

/** The main industry first. */
const industriesOfReport = sql<{ slug: string; name: string }[]>`(
  select json_agg(json_build_object('slug', i.slug, 'name', i.name)
    order by i.id <> report.industry_id, i.id)
  from industry i where i.id = any(report.industry_id || report.further_industry_ids))`.as(
  'industries',
);

async function save(tx: Tx, documents: readonly FindDocument[]): Promise<void> {
  const rows = JSON.stringify(
    documents.map((document) => ({
      report_id: document.id,
      title: document.title,
      name: document.name,
      key: document.key,
      name_length: document.nameLength,
      words: document.words,
      deep: document.deep,
    })),
  );
  await insertReports(tx, rows);
  await sql`
    insert into find_deep (report_id, words)
    select report_id, deep from jsonb_to_recordset(${rows}::jsonb)
      as d (report_id int, deep tsvector)
    on conflict (report_id) do update set words = excluded.words`.execute(tx);
  await saveVocabulary(tx, documents);
}

/** Columns by which lists are narrowed come from the report's own row. */
const insertReports = (tx: Tx, rows: string) =>
  sql`
    insert into find_report (report_id, version, title, name, key, name_length, words, industry_id,
      further_industry_ids, published_on, lowest_cents, pages, data_source, data_year, geography, formats)
    select d.report_id, ${indexVersion}, d.title, d.name, d.key, d.name_length, d.words, r.industry_id,
      array_remove(r.further_industry_ids, r.industry_id), r.published_on, r.lowest_cents, r.pages, r.data_source, r.data_year,
      array(select distinct jsonb_array_elements_text(v.parts -> 'geography')),
      coalesce(r.goods_kinds, case when r.delivery = 'made' then ${[...madeKinds]}::text[] else '{}' end)
    from jsonb_to_recordset(${rows}::jsonb) as d (report_id int, title text, name text, key text,
      name_length smallint, words tsvector)
    join report r on r.id = d.report_id
    join report_version v on v.report_id = r.id and v.number = r.version_number
    on conflict (report_id) do update set version = excluded.version, title = excluded.title,
      name = excluded.name, key = excluded.key, name_length = excluded.name_length,
      words = excluded.words, industry_id = excluded.industry_id,
      further_industry_ids = excluded.further_industry_ids, published_on = excluded.published_on, lowest_cents = excluded.lowest_cents,
      pages = excluded.pages, data_source = excluded.data_source, data_year = excluded.data_year,
      geography = excluded.geography, formats = excluded.formats`.execute(tx);

/** Words are in one order, so that two transactions never wait for each other in a circle. */
async function saveVocabulary(tx: Tx, documents: readonly FindDocument[]): Promise<void> {
  const inside = new Map(documents.flatMap(({ insideVocabulary }) => [...insideVocabulary]));
  const own = new Map(documents.flatMap(({ vocabulary }) => [...vocabulary]));
  const all = [...new Map([...inside, ...own])].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const given = sql`unnest(${all.map(([word]) => word)}::text[], ${all.map(([, stem]) => stem)}::text[],
    ${all.map(([word]) => (own.has(word) ? 1 : 0))}::int[],
    ${all.map(([word]) => inside.has(word))}::boolean[]) as d (word, stem, reports, is_inside)`;
  // Most are known: only what changes is locked.
  await sql`
    with changed as (select word, d.reports, d.is_inside from find_word w join ${given} using (word)
      where w.reports < d.reports or w.is_inside < d.is_inside order by word for no key update of w)
    update find_word w set reports = greatest(w.reports, changed.reports),
      is_inside = w.is_inside or changed.is_inside
    from changed where w.word = changed.word`.execute(tx);
  const { rows } = await sql<{ word: string }>`
    insert into find_word (word, stem, reports, is_inside) select * from ${given}
    on conflict (word) do nothing returning word`.execute(tx);
  const deletes = rows.flatMap(({ word }) =>
    listDeletes(word).map((part) => [part, word] as const),
  );
  await sql`
    insert into find_delete (part, word)
    select * from unnest(${deletes.map(([part]) => part)}::text[],
      ${deletes.map(([, word]) => word)}::text[])
    on conflict do nothing`.execute(tx);
}

/** Published reports that the index lacks or has in an older form, in the order of their ids. */
async function listUnindexed(
  db: Database,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from report r left join find_report f on f.report_id = r.id
    where r.id > ${after} and r.state = 'published' and f.version is distinct from ${indexVersion}
    order by r.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Counts how often each word occurs in titles and keywords. */
async function countWords(tx: Tx, now: Date): Promise<void> {
  await sql`
    with counted as (select word as stem, ndoc from ts_stat('select words from find_report'))
    update find_word set reports = coalesce(counted.ndoc, 0)
    from find_word as known left join counted using (stem)
    where known.word = find_word.word
      and find_word.reports <> coalesce(counted.ndoc, 0)`.execute(tx);
  await sql`
    insert into find_count (reports, counted_at) select count(*), ${now} from find_report
    on conflict (is_only) do update set reports = excluded.reports,
      counted_at = excluded.counted_at`.execute(tx);
}

/** True if a tenth of the reports came or went since the words were counted, or a day passed. */
async function areCountsOld(db: Database, now: Date): Promise<boolean> {
  const { rows } = await sql<{ isOld: boolean }>`
    select coalesce((select c.counted_at < ${now}::timestamptz - interval '1 day'
        or abs(c.reports - f.reports) > c.reports / 10 from find_count c), true) as is_old
    from (select count(*) as reports from find_report) f`.execute(db);
  return rows[0]?.isOld ?? true;
}

/** True if the index has all published reports in today's form, by its counts and its versions. */
async function isIndexWhole(db: Database): Promise<boolean> {
  const { rows } = await sql<{ isWhole: boolean }>`
    select (select min(version) from find_report) = ${indexVersion}
      and (select max(version) from find_report) = ${indexVersion}
      and (select count(*) from find_report)
        = (select coalesce(sum(reports), 0) from list_day where industry_id = 0) as is_whole`.execute(
    db,
  );
  return rows[0]?.isWhole ?? false;
}

/** Reports of one transaction. */
const batchOfFill = 500;

/**
 * Job: the search knows every published report afterwards, also those of a store that is older than
 * the search, and the table of words has the keys of today. Each batch is a transaction, so that the
 * next start continues where this one stopped. Words are counted anew if a tenth of the reports
 * came or went.
 */
export async function fillIndex(db: Database, now: Date): Promise<void> {
  await rekeyWords(db);
  let ids = (await isIndexWhole(db))
    ? []
    : await listUnindexed(db, { after: 0, limit: batchOfFill });
  while (ids.length > 0) {
    await putBatch(db, ids);
    ids = await listUnindexed(db, { after: Math.max(...ids), limit: batchOfFill });
  }
  if (await areCountsOld(db, now)) await db.transaction().execute((tx) => countWords(tx, now));
}

const putBatch = (db: Database, ids: readonly number[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await putIntoIndex(tx, ids);
    await countRevision(tx);
  });
