import { sql } from 'kysely';
import type { Database } from '../deps.ts';
import type { SearchSuggestions } from './model.ts';

/** Reports and industries shown in the header's dropdown. */
const maxSuggestions = 6;

/**
 * What the header search answers while typing: names that contain the words, whatever their case; where no
 * report does, the nearest in spelling. Fewer than two letters find nothing.
 */
export async function suggest(db: Database, words: string): Promise<SearchSuggestions> {
  const wanted = words.trim().replaceAll(/\s+/g, ' ').slice(0, 200);
  if (wanted.length < 2) return { industries: [], reports: [], nearest: false };
  const contains = `%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const industries = await db
    .selectFrom('industry')
    .select(['slug', 'name'])
    .where('name', 'ilike', contains)
    .orderBy('name')
    .limit(maxSuggestions)
    .execute();
  const reports = await findMatchingReports(db, wanted, contains);
  if (reports.length > 0 || industries.length > 0) return { industries, reports, nearest: false };
  const correctedWords = await correctSpelling(db, wanted);
  const near =
    correctedWords === undefined
      ? []
      : await findMatchingReports(db, correctedWords, `%${correctedWords}%`);
  return { industries, reports: near, nearest: near.length > 0 };
}

/** Title contains, or every word is found in title, code, synonyms and summary; the first kind ranks higher. */
async function findMatchingReports(
  db: Database,
  wanted: string,
  contains: string,
): Promise<SearchSuggestions['reports'][number][]> {
  const { rows } = await sql<SearchSuggestions['reports'][number]>`
    with candidate as (
      (select s.report_id, 0 as rank from report_search s where s.title ilike ${contains} limit 500)
      union all
      (select s.report_id, 1 from report_search s
        where s.search_vector @@ websearch_to_tsquery('english', unaccent(${wanted})) limit 500)
    )
    select r.slug, r.title, r.code from (select report_id, min(rank) as rank from candidate group by 1) c
    join report r on r.id = c.report_id and r.state = 'published'
    order by c.rank, similarity(r.title, ${wanted}) desc, r.published_on desc, r.id desc limit ${maxSuggestions}`.execute(
    db,
  );
  return rows;
}

/** What the words mean where they are misspelt: each is exchanged for the nearest word that stands in a title; undefined where none is near. */
async function correctSpelling(db: Database, wanted: string): Promise<string | undefined> {
  const words = wanted
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 4)
    .slice(0, 8);
  const found: string[] = [];
  for (const word of words) {
    const { rows } = await sql<{
      word: string;
    }>`select word from search_word where word % ${word} order by similarity(word, ${word}) desc, word limit 1`.execute(
      db,
    );
    if (rows[0]) found.push(rows[0].word);
  }
  return found.length > 0 ? found.join(' ') : undefined;
}
