/** Reads what the database knows of the words of a query. */
import { sql } from 'kysely';
import type { Database } from '../../deps.ts';
import { prepared } from '../../kernel/prepared.store.ts';
import { listTermStems, type Alternative, type Code } from './plan.model.ts';
import type { Meaning } from './search-word.model.ts';
import type { KnownWord } from './spelling.model.ts';
import { toCodeQuery, toStemsQuery } from './ts-query.model.ts';

export type KnownParts = {
  /** By stem, also of meanings and completions; without those that no title or keyword has. */
  readonly reports: ReadonlyMap<string, number>;
  /** Rows of the table of words that one of the keys may be the term or the meaning of. */
  readonly meanings: readonly Meaning[];
  /** Of the words: those that titles, keywords or names inside have in just this form. */
  readonly words: ReadonlySet<string>;
  /** Words that begin with the prefix, those of most reports first. */
  readonly completions: readonly KnownWord[];
  /** Of the codes: those that a report has, or that begin one. */
  readonly codes: ReadonlySet<string>;
  /** Ids of the published reports that staff put first for the whole query, or leave out. */
  readonly pinned: readonly number[];
  readonly hidden: readonly number[];
  /** Reports of the catalogue, when they were counted last. */
  readonly catalogue: number;
};

/** True where titles or keywords have each of these. */
export const isKnown = ({ reports }: KnownParts, terms: Alternative): boolean =>
  terms.length > 0 && listTermStems(terms).every((stem) => reports.has(stem));

/** Returns the key of a run in `Near.inside`. */
export const toInsideKey = (terms: Alternative): string => terms.join(' & ');

type Wanted = {
  readonly stems: readonly string[];
  readonly words: readonly string[];
  /** Runs of stems, by which the table of words is read. */
  readonly keys: readonly string[];
  /** The key of the query's pins. */
  readonly query: string;
  readonly prefix: string | undefined;
  readonly codes: readonly Code[];
};

type WantedNear = {
  readonly runs: readonly (readonly string[])[];
  readonly deletes: readonly string[];
  /** Stems that a word may be meant by. */
  readonly meant: readonly string[];
  /** Keys of terms that a word of another language may be joined of. */
  readonly parts: readonly string[];
};

export type Near = {
  /**
   * By run (`toInsideKey`) reports that have all of it inside, counted up to `maxCountedInside`; of
   * what most reports have, Infinity.
   */
  readonly inside: ReadonlyMap<string, number>;
  /** Words that share one of the deletes. */
  readonly words: readonly KnownWord[];
  /** By stem, as `KnownParts.reports`, also of what the meanings have. */
  readonly meant: ReadonlyMap<string, number>;
  /** Of other languages, by the parts. */
  readonly meanings: readonly Meaning[];
};

/** Both questions. For one search alone, since it remembers the answers. */
export type KnownWords = {
  readonly read: (wanted: Wanted) => Promise<KnownParts>;
  readonly readNear: (wanted: WantedNear) => Promise<Near>;
};

/**
 * Asks the database once for what it is asked again: words are understood both as typed to the end and
 * as a beginning, which ask for nearly the same.
 */
export const askKnownWords = (tx: Database): KnownWords => ({
  read: remember((wanted) => readKnown(tx, wanted)),
  readNear: remember((wanted) => readNear(tx, wanted)),
});

function remember<Asked, Answer>(
  ask: (wanted: Asked) => Promise<Answer>,
): (wanted: Asked) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (wanted) => {
    const key = JSON.stringify(wanted);
    const answer = answers.get(key) ?? ask(wanted);
    answers.set(key, answer);
    return answer;
  };
}

/** No word begins with it: what begins with a text is less than the text and this. */
export const lastCharacter = '\u{10FFFF}';

const maxCompletions = 30;
const maxMeanings = 200;

const meaningColumns = sql`jsonb_build_object('kind', kind, 'term', term, 'means', means,
  'oneWay', one_way)`;

type KnownRow = {
  readonly reports: readonly (readonly [stem: string, reports: number])[];
  readonly words: readonly string[];
  readonly meanings: readonly Meaning[];
  readonly places: readonly (readonly [kind: 'pin' | 'hide', reportId: number])[];
  readonly completions: readonly KnownWord[];
  readonly codes: readonly string[];
  readonly catalogue: number;
};

/** One question for all of them: a visitor waits for each answer. */
async function readKnown(
  tx: Database,
  { stems, words, keys, query, prefix, codes }: Wanted,
): Promise<KnownParts> {
  const end = prefix === undefined ? null : `${prefix}${lastCharacter}`;
  const codeQueries = codes.map((code) => toCodeQuery([code]) ?? '');
  const { rows } = await sql<KnownRow>`${prepared}
    with meaning as materialized (
      select * from search_word where kind not in ('pin', 'hide')
        and (term_key = any(${[...keys]}::text[]) or means_key = any(${[...keys]}::text[]))
      order by id limit ${sql.lit(maxMeanings)})
    select
      (select coalesce(jsonb_agg(jsonb_build_array(stem, reports)), '[]') from (
        select stem, max(reports) as reports from find_word
        where stem = any(${[...stems]}::text[] || array(
            select unnest(string_to_array(term_key || ' ' || means_key, ' ')) from meaning))
          and reports > 0 group by stem) known) as reports,
      (select coalesce(jsonb_agg(word), '[]') from find_word
        where word = any(${[...words]}::text[]) and (reports > 0 or is_inside)) as words,
      (select coalesce(jsonb_agg(${meaningColumns} order by id), '[]') from meaning) as meanings,
      (select coalesce(jsonb_agg(jsonb_build_array(kind, report.id) order by search_word.id), '[]')
        from search_word join report on report.code = means
        where kind in ('pin', 'hide') and term_key = ${query}
          and report.state = 'published') as places,
      (select coalesce(jsonb_agg(to_jsonb(completion)), '[]') from (
        select word, stem, reports from find_word
        where word ~>=~ ${prefix ?? null} and word ~<~ ${end} and reports > 0
        order by reports desc, word limit ${sql.lit(maxCompletions)}) completion) as completions,
      (select coalesce(jsonb_agg(form), '[]')
        from unnest(${codes.map(({ form }) => form)}::text[], ${codeQueries}::tsquery[])
          as asked (form, query)
        where exists (select from find_report where words @@ query)) as codes,
      coalesce((select reports from find_count), 0) as catalogue`.execute(tx);
  const [row] = rows;
  const listPlaces = (kind: 'pin' | 'hide'): number[] =>
    (row?.places ?? []).flatMap(([one, id]) => (one === kind ? [id] : []));
  return {
    reports: new Map([
      ...(row?.completions ?? []).map(({ stem, reports }) => [stem, reports] as const),
      ...(row?.reports ?? []),
    ]),
    words: new Set(row?.words),
    meanings: row?.meanings ?? [],
    completions: row?.completions ?? [],
    codes: new Set(row?.codes),
    pinned: listPlaces('pin'),
    hidden: listPlaces('hide'),
    catalogue: row?.catalogue ?? 0,
  };
}

const maxCountedInside = 300;
/** Of so many newest reports it is looked at whether most have a word that very many have. */
const sampleSize = 200;

type NearRow = {
  readonly inside: readonly (readonly [run: string, reports: number, isInMost: boolean])[];
  readonly meant: readonly (readonly [stem: string, reports: number])[];
  readonly words: readonly KnownWord[];
  readonly meanings: readonly Meaning[];
};

async function readNear(tx: Database, { runs, deletes, meant, parts }: WantedNear): Promise<Near> {
  const { rows } = await sql<NearRow>`${prepared}
    with meaning as materialized (
      select * from search_word where kind = 'language' and term_key = any(${[...parts]}::text[])
      order by id limit ${sql.lit(maxMeanings)})
    select
      (select coalesce(jsonb_agg(jsonb_build_array(run, reports, case
          when reports < ${sql.lit(maxCountedInside)} then false
          else (select 2 * count(*) filter (where words @@ query) > count(*) from (
            select words from find_deep order by report_id desc limit ${sql.lit(sampleSize)}) newest)
          end)), '[]')
        from unnest(${runs.map(toInsideKey)}::text[],
          ${runs.map((run) => toStemsQuery(run))}::tsquery[]) asked (run, query),
        lateral (select count(*) as reports from (
          select from find_deep where words @@ query
          limit ${sql.lit(maxCountedInside)}) found) counted
        where reports > 0) as inside,
      (select coalesce(jsonb_agg(jsonb_build_array(stem, reports)), '[]') from (
        select stem, max(reports) as reports from find_word
        where stem = any(${[...meant]}::text[] || array(
            select unnest(string_to_array(means_key, ' ')) from meaning))
          and reports > 0 group by stem) known) as meant,
      (select coalesce(jsonb_agg(to_jsonb(near)), '[]') from (
        select word, stem, reports from find_word
        where (reports > 0 or is_inside) and word in (
          select word from find_delete where part = any(${[...deletes]}::text[]))
        limit 2000) near) as words,
      (select coalesce(jsonb_agg(${meaningColumns} order by id), '[]') from meaning)
        as meanings`.execute(tx);
  const [row] = rows;
  const inside = (row?.inside ?? []).map(
    ([run, reports, isInMost]) => [run, isInMost ? Number.POSITIVE_INFINITY : reports] as const,
  );
  return {
    inside: new Map(inside),
    words: row?.words ?? [],
    meant: new Map(row?.meant),
    meanings: row?.meanings ?? [],
  };
}
