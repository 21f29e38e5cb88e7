import type { GivenDeps } from '../given-deps.ts';

/** How long what was cleaned away can be brought back. */
const keptDays = 30;
const prefix = 'trash/';
const keyPattern = /^trash\/(\d{4}-\d{2}-\d{2})\/(.+)$/;

type TrashDeps = Pick<GivenDeps, 'files' | 'clock'>;

/** A file that was cleaned away, and the day of it: "2026-11-28". */
export type TrashedFile = { readonly key: string; readonly day: string };

/** Where files that were cleaned away lie for thirty days. */
export class Trash {
  readonly #deps: TrashDeps;

  constructor(deps: TrashDeps) {
    this.#deps = deps;
  }

  /**
   * The file is in the trash afterwards, for thirty days; one that is not there changes nothing. What
   * a person has a right to see erased is removed instead, and never comes here.
   */
  move(key: string): Promise<boolean> {
    const { files, clock } = this.#deps;
    return files.move(key, `${prefix}${clock().toISOString().slice(0, 10)}/${key}`);
  }

  /** Everything in the trash. */
  async *list(): AsyncGenerator<TrashedFile> {
    const { files } = this.#deps;
    for await (const { key: trashKey } of files.list(prefix)) {
      const [, day = '', key = ''] = keyPattern.exec(trashKey) ?? [];
      if (key !== '') yield { key, day };
    }
  }

  /** The file is back under its key; one that has come there meanwhile stays as it is. */
  async takeBack({ key, day }: TrashedFile): Promise<boolean> {
    const { files } = this.#deps;
    if ((await files.getSizeBytes(key)) !== undefined) return false;
    return files.move(`${prefix}${day}/${key}`, key);
  }

  /** Deletes the files that have been in the trash for thirty days. Answers how many. */
  async empty(): Promise<number> {
    const oldest = new Date(this.#deps.clock().getTime() - keptDays * 86_400_000);
    const oldestDay = oldest.toISOString().slice(0, 10);
    let removed = 0;
    for await (const { key, day } of this.list()) {
      if (day >= oldestDay) continue;
      await this.#deps.files.remove(`${prefix}${day}/${key}`);
      removed++;
    }
    return removed;
  }
}
