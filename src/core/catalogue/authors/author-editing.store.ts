import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Database, Tx } from '../../deps.ts';
import type { DB } from '../../kernel/database-types.ts';
import { containsPattern } from '../../kernel/like-pattern.ts';
import { countListed } from '../../kernel/list-page.store.ts';
import type { ListStart } from '../../kernel/list-page.ts';
import type { Author, AuthorKind } from './author.model.ts';

export type EditedAuthor = Author & { readonly id: number; readonly revision: number };

export type AuthorFilter = {
  readonly words: string | undefined;
  /** "missing" or "there": whether something is said of them. */
  readonly about: string | undefined;
};

const matches = (eb: ExpressionBuilder<DB, 'author'>, { words, about }: AuthorFilter) =>
  eb.and([
    ...(words ? [eb('author.name', 'ilike', containsPattern(words))] : []),
    ...(about === 'missing' ? [eb('author.about', '=', '')] : []),
    ...(about === 'there' ? [eb('author.about', '<>', '')] : []),
  ]);

/** Counted for all at once: an author of a desk may have most of the reports. */
const selectEdited = (db: Database) =>
  db
    .selectFrom('author')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('reportAuthor')
          .innerJoin('report', 'report.id', 'reportAuthor.reportId')
          .where('report.state', '=', 'published')
          .select((count) => ['reportAuthor.authorId', count.fn.countAll<number>().as('reports')])
          .groupBy('reportAuthor.authorId')
          .as('published'),
      (join) => join.onRef('published.authorId', '=', 'author.id'),
    )
    .select([
      'author.id',
      'author.slug',
      'author.name',
      'author.kind',
      'author.about',
      'author.revision',
    ])
    .select((eb) => eb.fn.coalesce('published.reports', sql.lit(0)).as('reports'));

/** By name; before a row, the nearest first. `reports` are the published ones. */
export const listForEditing = (
  db: Database,
  filter: AuthorFilter,
  { start, limit }: { readonly start: ListStart | undefined; readonly limit: number },
): Promise<EditedAuthor[]> => {
  const direction = start?.isBackward ? 'desc' : 'asc';
  return selectEdited(db)
    .where((eb) => matches(eb, filter))
    .$if(start !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(author.name, author.id) ${sql.raw(start?.isBackward ? '<' : '>')}
          (${start?.key}, ${start?.id}::int)`,
      ),
    )
    .orderBy('author.name', direction)
    .orderBy('author.id', direction)
    .limit(limit)
    .execute();
};

export const countForEditing = (db: Database, filter: AuthorFilter): Promise<number> =>
  countListed(
    db,
    db
      .selectFrom('author')
      .select('author.id')
      .where((eb) => matches(eb, filter)),
  );

export const findForEditing = (db: Database, id: number): Promise<EditedAuthor | undefined> =>
  selectEdited(db).where('author.id', '=', id).executeTakeFirst();

/** Locks the author until `tx` ends; undefined if there is none. */
export const lockAuthor = (
  tx: Tx,
  id: number,
): Promise<{ kind: AuthorKind; about: string; revision: number } | undefined> =>
  tx
    .selectFrom('author')
    .select(['kind', 'about', 'revision'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** The slug of the author, of whom pages say this now. */
export async function updateAuthorById(
  tx: Tx,
  id: number,
  { kind, about }: { readonly kind: AuthorKind; readonly about: string },
): Promise<string> {
  const { slug } = await tx
    .updateTable('author')
    .set({ kind, about })
    .where('id', '=', id)
    .returning('slug')
    .executeTakeFirstOrThrow();
  return slug;
}
