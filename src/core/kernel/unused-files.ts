import type { Deps } from '../deps.ts';

/** Younger files may belong to somebody who has not written their row yet. */
const minAgeMs = 86_400_000;
const batchSize = 500;

/**
 * Removes files under the prefix that no row names: a killed process leaves some behind. Those
 * younger than a day stay. `findUsedKeys` answers which of the keys rows name.
 */
export async function removeUnusedFiles(
  { files, clock, log }: Pick<Deps, 'files' | 'clock' | 'log'>,
  prefix: string,
  findUsedKeys: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<void> {
  const oldest = new Date(clock().getTime() - minAgeMs);
  let batch: string[] = [];
  let removed = 0;
  const removeBatch = async (): Promise<void> => {
    const used = await findUsedKeys(batch);
    for (const key of batch.filter((one) => !used.has(one))) {
      await files.remove(key);
      removed++;
    }
    batch = [];
  };
  for await (const file of files.list(prefix)) {
    if (file.changedAt < oldest) batch.push(file.key);
    if (batch.length === batchSize) await removeBatch();
  }
  if (batch.length > 0) await removeBatch();
  if (removed > 0) log.info({ prefix, removed }, 'files that nobody needs were removed');
}
