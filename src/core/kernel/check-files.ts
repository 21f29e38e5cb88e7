import { listNamedFiles, type NamedFile } from './named-files.store.ts';
import type { Trash, TrashedFile } from './trash.ts';
import type { GivenDeps } from '../given-deps.ts';

const batchSize = 500;

/** The findings of a look at all files that rows name. */
export type CheckedFiles = {
  readonly named: number;
  /** Were missing, and are back from the trash. */
  readonly restored: readonly NamedFile[];
  readonly missing: readonly NamedFile[];
};

/** A look at all files that rows name. */
export class FileCheck {
  readonly #deps: Pick<GivenDeps, 'db' | 'files'>;
  readonly #trash: Trash;

  constructor(deps: Pick<GivenDeps, 'db' | 'files'>, trash: Trash) {
    this.#deps = deps;
    this.#trash = trash;
  }

  /**
   * Looks for every file that can't be made again and that a row names: one that is missing and in
   * the trash is back afterwards.
   */
  async run(): Promise<CheckedFiles> {
    const trashed = new Map<string, TrashedFile>();
    for await (const file of this.#trash.list()) trashed.set(file.key, file);
    const [restored, missing]: [NamedFile[], NamedFile[]] = [[], []];
    let named = 0;
    for (let offset = 0; ; offset += batchSize) {
      const batch = await listNamedFiles(this.#deps.db, { limit: batchSize, offset });
      if (batch.length === 0) return { named, restored, missing };
      named += batch.length;
      for (const file of batch) {
        if ((await this.#deps.files.getSizeBytes(file.key)) !== undefined) continue;
        const inTrash = trashed.get(file.key);
        const isBack = inTrash !== undefined && (await this.#trash.takeBack(inTrash));
        (isBack ? restored : missing).push(file);
      }
    }
  }
}
