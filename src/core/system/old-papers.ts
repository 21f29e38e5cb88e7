import type { Deps } from '../deps.ts';
import { toOldPaperKey, toPaperKey } from '../kernel/paper-key.ts';

/** Names that are looked up at once. */
const batchSize = 500;

type PaperDeps = Pick<Deps, 'db' | 'files' | 'vault' | 'secrets' | 'clock'>;

/** PDFs that an earlier version named by the secret of a link. */
export class OldPapers {
  readonly #deps: PaperDeps;

  constructor(deps: PaperDeps) {
    this.#deps = deps;
  }

  /**
   * No PDF in the store's place of files is named by the secret of a link afterwards. Done once:
   * names of today need no look.
   */
  async rename(): Promise<void> {
    const { db, files, clock } = this.#deps;
    const identity = await db
      .selectFrom('storeIdentity')
      .select('papersRenamedAt')
      .executeTakeFirstOrThrow();
    if (identity.papersRenamedAt !== null) return;
    let names: string[] = [];
    for await (const { key } of files.list('papers/')) {
      names.push(key.slice('papers/'.length).replace(/\.pdf$/, ''));
      if (names.length === batchSize) await this.#renameThose(names.splice(0));
    }
    await this.#renameThose(names);
    await db.updateTable('storeIdentity').set({ papersRenamedAt: clock() }).execute();
  }

  /** Renames those that have the token of a document as their name. */
  async #renameThose(names: readonly string[]): Promise<void> {
    const { db, files, vault, secrets } = this.#deps;
    const tokens = names.flatMap((name) => secrets.listStored(name) ?? []);
    if (tokens.length === 0) return;
    const documents = await db
      .selectFrom('orderDocument')
      .select('token')
      .where('token', 'in', tokens)
      .execute();
    for (const document of documents) {
      const token = vault.open(document.token);
      // The same document was kept again under its name of today, or is moved there.
      if ((await files.getSizeBytes(toPaperKey(token))) !== undefined)
        await files.remove(toOldPaperKey(token));
      else await files.move(toOldPaperKey(token), toPaperKey(token));
    }
  }
}
