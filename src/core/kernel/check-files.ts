import { listNamedFiles, type NamedFile } from './named-files.store.ts';
import { listTrash, takeFromTrash, type TrashedFile } from './trash.ts';
import type { Deps } from '../deps.ts';

const batchSize = 500;

/** What a look at all files that rows name has found. */
export type CheckedFiles = {
  readonly named: number;
  /** Were missing, and are back from the trash. */
  readonly restored: readonly NamedFile[];
  readonly missing: readonly NamedFile[];
};

/**
 * Looks for every file that can't be made again and that a row names: one that is missing and in
 * the trash is back afterwards.
 */
export async function checkNamedFiles(
  deps: Pick<Deps, 'db' | 'files' | 'clock'>,
): Promise<CheckedFiles> {
  const trashed = new Map<string, TrashedFile>();
  for await (const file of listTrash(deps)) trashed.set(file.key, file);
  const [restored, missing]: [NamedFile[], NamedFile[]] = [[], []];
  let named = 0;
  for (let offset = 0; ; offset += batchSize) {
    const batch = await listNamedFiles(deps.db, { limit: batchSize, offset });
    if (batch.length === 0) return { named, restored, missing };
    named += batch.length;
    for (const file of batch) {
      if ((await deps.files.getSizeBytes(file.key)) !== undefined) continue;
      const inTrash = trashed.get(file.key);
      const isBack = inTrash !== undefined && (await takeFromTrash(deps, inTrash));
      (isBack ? restored : missing).push(file);
    }
  }
}
