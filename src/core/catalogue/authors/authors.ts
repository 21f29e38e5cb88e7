import type { Deps } from '../../deps.ts';
import { cleanText } from '../../kernel/clean-text.model.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import { maxAboutLength, type AuthorDescription } from './author.model.ts';
import * as store from './authors.store.ts';

/** How many of an author's reports are on their page. */
const maxReportsOnPage = 60;

/** Authors come and go with the reports that name them; here is what pages say of them. */
export const createAuthors = (deps: Deps) => ({
  listAuthorsOfReport: (reportId: number) => store.listAuthorsOfReport(deps.db, reportId),
  /** An author with their newest published reports; undefined where they have none. */
  getAuthor: async (slug: string) => {
    const author = await store.findAuthor(deps.db, slug);
    if (!author) return undefined;
    return { author, list: await store.listReportsOfAuthor(deps.db, author, maxReportsOnPage) };
  },
  /** The author whom a text names; undefined where no published report does. */
  findAuthorByName: (name: string) => store.findAuthorByName(deps.db, name),
  listAuthorNames: (limit: number) => store.listAuthorNames(deps.db, limit),
  listAuthorSlugs: (limit: number) => store.listAuthorSlugs(deps.db, limit),
  /** `not-found` for a name that no report has, `invalid` for a text of over 2,000 characters. */
  describeAuthor: (description: AuthorDescription) => describeAuthor(deps, description),
});

async function describeAuthor(
  { db, invalidate }: Deps,
  description: AuthorDescription,
): Promise<Outcome<undefined>> {
  const about = cleanText(description.about).trim();
  if (about.length > maxAboutLength)
    return fail(
      'invalid',
      `The text about an author can have at most ${maxAboutLength} characters.`,
    );
  return db.transaction().execute(async (tx) => {
    const author = await store.updateAuthor(tx, { ...description, about });
    if (!author) return fail('not-found', `No report names ${description.name}.`);
    await invalidate(tx, [`author:${author.slug}`]);
    return ok(undefined);
  });
}
