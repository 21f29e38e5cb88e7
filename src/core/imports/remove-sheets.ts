import { mayClean, removeUnusedFiles } from '../kernel/file-cleaning.ts';
import { moveToTrash } from '../kernel/trash.ts';
import type { ImportDeps } from './deps.ts';
import { findSheetKeys, listOldSheets, noteSheetRemoved } from './imports.store.ts';

/** How long a sheet is kept beside its results. */
const keptDays = 7;

/**
 * Job: sheets of imports on which nobody has worked for some days are in the trash; rows and
 * results stay. So are sheets that a killed upload left without an import.
 */
export async function removeSheets(deps: ImportDeps): Promise<void> {
  const { db, clock } = deps;
  if (!(await mayClean(deps))) return;
  const before = new Date(clock().getTime() - keptDays * 86_400_000);
  for (const { id, fileKey } of await listOldSheets(db, before)) {
    await moveToTrash(deps, fileKey);
    await noteSheetRemoved(db, id, clock());
  }
  await removeUnusedFiles(deps, 'imports/', (keys) => findSheetKeys(db, keys));
}
