import { StoreFiles, type FilePlaceDeps } from './file-place.ts';
import { findFilePlace, isStoreEmpty } from './file-place.store.ts';
import { findHeldCleaning, holdCleaning, removeHeldCleaning } from './held-cleaning.store.ts';
import { Trash } from './trash.ts';

/** Younger files may belong to somebody who has not written their row yet. */
const minAgeMs = 86_400_000;
const batchSize = 500;
/** A cleaning of more files than this, and of a larger part of its kind, waits for an owner. */
const maxFiles = 20;
const maxPart = 0.05;
/** How many keys of a held cleaning are kept to look at. */
const maxListed = 200;
/** How long an owner's word counts. */
const allowedMs = 86_400_000;

/** Cleans away files that nobody needs, unless something is wrong with the place of files. */
export class FileCleaning {
  readonly #deps: FilePlaceDeps;
  readonly trash: Trash;
  readonly #place: StoreFiles;

  constructor(deps: FilePlaceDeps) {
    this.#deps = deps;
    this.trash = new Trash(deps);
    this.#place = new StoreFiles(deps);
  }

  /** Jobs of the worker. */
  get jobs() {
    return {
      'system.checkFiles': () => this.#checkPlace(),
      'system.emptyTrash': () => this.#emptyTrash(),
    };
  }

  /**
   * False where nothing may be cleaned away now: the store is empty, its database and its files were
   * put together anew within seven days, or the files are not its own. The log says why.
   */
  async mayClean(): Promise<boolean> {
    const reason = await this.#findReasonAgainst();
    if (reason !== undefined) this.#deps.log.warn({ reason }, 'nothing is cleaned away');
    return reason === undefined;
  }

  async #findReasonAgainst(): Promise<string | undefined> {
    const refusal = await this.#place.renewMark();
    if (refusal !== undefined) return `the files are not this store's: ${refusal}`;
    const { quietUntil = null, quietReason } = (await findFilePlace(this.#deps.db)) ?? {};
    if (quietUntil !== null && quietUntil > this.#deps.clock()) return String(quietReason);
    return (await isStoreEmpty(this.#deps.db)) ? 'the store is empty' : undefined;
  }

  /**
   * Moves files under the prefix that no row names to the trash: a killed process leaves some behind.
   * Those younger than a day stay. `findUsedKeys` answers which of the keys rows name. Where it would
   * be more than twenty files and a twentieth of all, none is moved until an owner says so.
   */
  async removeUnused(
    prefix: string,
    findUsedKeys: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<void> {
    if (!(await this.mayClean())) return;
    const { unused, total } = await this.#findUnused(prefix, findUsedKeys);
    if (await this.#holdUnusual(prefix, unused, total)) return;
    for (const key of unused) await this.trash.move(key);
    await removeHeldCleaning(this.#deps.db, prefix);
    if (unused.length > 0)
      this.#deps.log.info(
        { prefix, removed: unused.length },
        'files that nobody needs are in the trash',
      );
  }

  async #findUnused(
    prefix: string,
    findUsedKeys: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<{ unused: readonly string[]; total: number }> {
    const { files, clock } = this.#deps;
    const oldest = new Date(clock().getTime() - minAgeMs);
    const unused: string[] = [];
    let total = 0;
    let batch: string[] = [];
    const sortBatch = async (): Promise<void> => {
      const used = await findUsedKeys(batch);
      unused.push(...batch.filter((key) => !used.has(key)));
      batch = [];
    };
    for await (const file of files.list(prefix)) {
      total++;
      if (file.changedAt < oldest) batch.push(file.key);
      if (batch.length === batchSize) await sortBatch();
    }
    if (batch.length > 0) await sortBatch();
    return { unused, total };
  }

  /** True where so many would go that an owner has to look at them first. */
  async #holdUnusual(kind: string, unused: readonly string[], total: number): Promise<boolean> {
    const { db, clock, log } = this.#deps;
    if (unused.length <= maxFiles || unused.length <= total * maxPart) return false;
    const held = await findHeldCleaning(db, kind);
    const allowedSince = clock().getTime() - allowedMs;
    const isAllowed = held?.allowedAt && held.allowedAt.getTime() > allowedSince;
    if (isAllowed && unused.length <= held.unused) return false;
    const counts = { unused: unused.length, total };
    await holdCleaning(db, { kind, ...counts, foundAt: clock(), keys: unused.slice(0, maxListed) });
    log.error(
      { kind, ...counts },
      'so many files seem to be needed by nobody that none was removed: see System in the office',
    );
    return true;
  }

  /** Job: what has been in the trash for thirty days is gone. */
  async #emptyTrash(): Promise<void> {
    if (!(await this.mayClean())) return;
    const removed = await this.trash.empty();
    if (removed > 0)
      this.#deps.log.info({ removed }, 'files that were in the trash for thirty days are gone');
  }

  /**
   * Job: see `StoreFiles.renewMark`. Throws where the files are not the store's, so that staff see
   * it.
   */
  async #checkPlace(): Promise<void> {
    const refusal = await this.#place.renewMark();
    if (refusal !== undefined)
      throw new Error(
        `The files that this program sees are not those of its store (${refusal}): ` +
          'give every program the same FILES_DIR or bucket.',
      );
  }
}
