import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { listWordPatterns } from './like-pattern.ts';

/**
 * A folded text has the words, or a word of it begins with one or two letters; in whatever case, with
 * or without accents. `foldedText` is a column or an expression of the database's `folded`.
 */
export function hasWords(foldedText: RawBuilder<unknown>, words: string): RawBuilder<SqlBool> {
  const patterns = listWordPatterns(words);
  const conditions = patterns.map((pattern) => sql`${foldedText} like folded(${pattern})`);
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
