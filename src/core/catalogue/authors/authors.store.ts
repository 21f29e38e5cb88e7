/** People and desks that reports name as their authors. */
import type { Database, Tx } from '../../deps.ts';
import type { Author, AuthorDescription, AuthorName } from './author.model.ts';
import { countPages, type Paginated } from '../../kernel/paginated.model.ts';
import { reportsPerPage, type ReportCard } from '../model.ts';
import { selectCards, toCards } from '../reports/reports.store.ts';

/** The authors of a report, in their order. */
export const listAuthorsOfReport = (db: Database, reportId: number): Promise<AuthorName[]> =>
  db
    .selectFrom('reportAuthor')
    .innerJoin('author', 'author.id', 'reportAuthor.authorId')
    .where('reportAuthor.reportId', '=', reportId)
    .orderBy('reportAuthor.place')
    .select(['author.name', 'author.slug'])
    .execute();

const selectPublished = (db: Database) =>
  db
    .selectFrom('author')
    .innerJoin('reportAuthor', 'reportAuthor.authorId', 'author.id')
    .innerJoin('report', 'report.id', 'reportAuthor.reportId')
    .where('report.state', '=', 'published')
    .groupBy('author.id')
    .select(['author.id', 'author.slug', 'author.name', 'author.kind', 'author.about'])
    .select((eb) => eb.fn.countAll<number>().as('reports'));

/** An author of published reports; undefined for anybody else. */
export const findAuthor = (
  db: Database,
  slug: string,
): Promise<(Author & { readonly id: number }) | undefined> =>
  selectPublished(db).where('author.slug', '=', slug).executeTakeFirst();

/** The author of published reports who has this name; undefined for anybody else. */
export const findAuthorByName = (db: Database, name: string): Promise<Author | undefined> =>
  selectPublished(db).where('author.name', '=', name).executeTakeFirst();

/** One page of an author's published reports, newest first; empty beyond the last. */
export async function listReportsOfAuthor(
  db: Database,
  { id, reports: total }: { readonly id: number; readonly reports: number },
  pageNumber: number,
): Promise<Paginated<ReportCard>> {
  const rows = await selectCards(db)
    .innerJoin('reportAuthor', 'reportAuthor.reportId', 'report.id')
    .where('reportAuthor.authorId', '=', id)
    .orderBy('report.publishedOn', 'desc')
    .orderBy('report.id', 'desc')
    .limit(reportsPerPage)
    .offset((pageNumber - 1) * reportsPerPage)
    .execute();
  const pageCount = countPages(total, reportsPerPage);
  return { items: await toCards(db, rows), total, pageNumber, pageCount };
}

/** Slugs of authors who have published reports, at most so many. */
export async function listAuthorSlugs(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('author')
    .select('slug')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('reportAuthor')
          .innerJoin('report', 'report.id', 'reportAuthor.reportId')
          .whereRef('reportAuthor.authorId', '=', 'author.id')
          .where('report.state', '=', 'published')
          .select('report.id'),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ slug }) => slug);
}

/** The slug of the author with this name; undefined if no report has named them. */
export const updateAuthor = (
  tx: Tx,
  { name, kind, about }: AuthorDescription,
): Promise<{ slug: string } | undefined> =>
  tx
    .updateTable('author')
    .set({ kind, about })
    .where('name', '=', name)
    .returning('slug')
    .executeTakeFirst();

/** By name, at most so many. */
export async function listAuthorNames(db: Database, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('author').select('name').orderBy('name').limit(limit).execute();
  return rows.map(({ name }) => name);
}
