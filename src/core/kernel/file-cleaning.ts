import type { Deps } from '../deps.ts';
import { renewFileMark, type FilePlaceDeps } from './file-place.ts';
import { findFilePlace, isStoreEmpty } from './file-place.store.ts';
import { findHeldCleaning, holdCleaning, removeHeldCleaning } from './held-cleaning.store.ts';
import { emptyTrash, moveToTrash } from './trash.ts';

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

/**
 * False where nothing may be cleaned away now: the store is empty, its database and its files were
 * put together anew within seven days, or the files are not its own. The log says why.
 */
export async function mayClean(deps: FilePlaceDeps): Promise<boolean> {
  const reason = await findReasonAgainst(deps);
  if (reason !== undefined) deps.log.warn({ reason }, 'nothing is cleaned away');
  return reason === undefined;
}

async function findReasonAgainst(deps: FilePlaceDeps): Promise<string | undefined> {
  const refusal = await renewFileMark(deps);
  if (refusal !== undefined) return `the files are not this store's: ${refusal}`;
  const { quietUntil = null, quietReason } = (await findFilePlace(deps.db)) ?? {};
  if (quietUntil !== null && quietUntil > deps.clock()) return String(quietReason);
  return (await isStoreEmpty(deps.db)) ? 'the store is empty' : undefined;
}

/**
 * Moves files under the prefix that no row names to the trash: a killed process leaves some behind.
 * Those younger than a day stay. `findUsedKeys` answers which of the keys rows name. Where it would
 * be more than twenty files and a twentieth of all, none is moved until an owner says so.
 */
export async function removeUnusedFiles(
  deps: Deps,
  prefix: string,
  findUsedKeys: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  if (!(await mayClean(deps))) return;
  const { unused, total } = await findUnused(deps, prefix, findUsedKeys);
  if (await holdUnusual(deps, prefix, unused, total)) return;
  for (const key of unused) await moveToTrash(deps, key);
  await removeHeldCleaning(deps.db, prefix);
  if (unused.length > 0)
    deps.log.info({ prefix, removed: unused.length }, 'files that nobody needs are in the trash');
}

async function findUnused(
  { files, clock }: Deps,
  prefix: string,
  findUsedKeys: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<{ unused: readonly string[]; total: number }> {
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
async function holdUnusual(
  { db, clock, log }: Deps,
  kind: string,
  unused: readonly string[],
  total: number,
): Promise<boolean> {
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
export async function emptyFileTrash(deps: Deps): Promise<void> {
  if (!(await mayClean(deps))) return;
  const removed = await emptyTrash(deps);
  if (removed > 0)
    deps.log.info({ removed }, 'files that were in the trash for thirty days are gone');
}

/** Job: see `renewFileMark`. Throws where the files are not the store's, so that staff see it. */
export async function checkFilePlace(deps: Deps): Promise<void> {
  const refusal = await renewFileMark(deps);
  if (refusal !== undefined)
    throw new Error(
      `The files that this program sees are not those of its store (${refusal}): ` +
        'give every program the same FILES_DIR or bucket.',
    );
}
