import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { listWordPatterns } from './like-pattern.ts';

/** A text in lower case has the words, or a word of it begins with one or two letters. */
export const hasWords = (text: RawBuilder<unknown>, words: string): RawBuilder<SqlBool> =>
  fitsAny(listWordPatterns(words.toLowerCase()).map((pattern) => sql`${text} like ${pattern}`));

/** The same of a text as people wrote it. */
export const hasWordsInAnyCase = (text: RawBuilder<unknown>, words: string): RawBuilder<SqlBool> =>
  fitsAny(listWordPatterns(words).map((pattern) => sql`${text} ilike ${pattern}`));

const fitsAny = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
