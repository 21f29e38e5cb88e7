import type { Deps } from '../../deps.ts';
import { cleanText } from '../../kernel/clean-text.model.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import { maxAboutLength, type AuthorDescription } from './author.model.ts';
import * as store from './authors.store.ts';

/** Authors, who come and go with the reports that name them, as pages show them. */
export class Authors {
  readonly #deps: Pick<Deps, 'db' | 'invalidate'>;

  constructor(deps: Pick<Deps, 'db' | 'invalidate'>) {
    this.#deps = deps;
  }

  listOfReport(reportId: number) {
    return store.listAuthorsOfReport(this.#deps.db, reportId);
  }

  /** Returns an author with a page of their published reports; undefined if they have none. */
  async get(slug: string, pageNumber = 1) {
    const { db } = this.#deps;
    const author = await store.findAuthor(db, slug);
    if (!author) return undefined;
    return { author, list: await store.listReportsOfAuthor(db, author, pageNumber) };
  }

  /** Returns the author whom a text names; undefined if no published report does. */
  findByName(name: string) {
    return store.findAuthorByName(this.#deps.db, name);
  }

  listNames(limit: number) {
    return store.listAuthorNames(this.#deps.db, limit);
  }

  listSlugs(limit: number) {
    return store.listAuthorSlugs(this.#deps.db, limit);
  }

  /**
   * Sets what an author's page says of them. `not-found` for a name that no report has, `invalid` for
   * a text of over 2,000 characters.
   */
  async describe(description: AuthorDescription): Promise<Outcome<undefined>> {
    const { db, invalidate } = this.#deps;
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
}
