import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { listWordPatterns } from './like-pattern.ts';

/**
 * A text has the words, or a word of it begins with one or two letters; in whatever case, with or
 * without accents. Its index is one of `folded(text)`.
 */
export function hasWords(text: RawBuilder<unknown>, words: string): RawBuilder<SqlBool> {
  const patterns = listWordPatterns(words);
  const conditions = patterns.map((pattern) => sql`folded(${text}) like folded(${pattern})`);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
