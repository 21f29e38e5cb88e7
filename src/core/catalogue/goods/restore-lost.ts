import type { Deps } from '../../deps.ts';
import { listFilesWithContent, listReadersOf } from './edition-files.store.ts';
import { isStoredWhole } from './stored-goods.ts';
import { setMissing } from './stored-goods.store.ts';
import type { StoredFile } from './store-file.ts';

type RestoreDeps = Pick<Deps, 'db' | 'files' | 'vault'>;

/**
 * Where the storage has lost a file of the report, or has it not whole, and one of the uploaded files
 * is the same, it is there again afterwards for everybody who bought it. Answers those that were
 * needed. What readers' copies have of their own is made anew, for the file that came back.
 */
export async function restoreLostFiles(
  deps: RestoreDeps,
  reportId: number,
  stored: readonly StoredFile[],
): Promise<ReadonlySet<StoredFile>> {
  const restored = new Set<StoredFile>();
  for (const file of stored)
    for (const lost of await listFilesWithContent(deps.db, reportId, file.row)) {
      // Prepared in the same way, as its size shows: the row says what is stored, and stays.
      if (lost.bodyBytes !== file.row.bodyBytes || (await isStoredWhole(deps, lost))) continue;
      for (const { token, editionNumber } of await listReadersOf(deps.db, lost.id))
        await deps.files.remove(`copies/${deps.vault.open(token)}-${editionNumber}.tail`);
      if (file.row.masterKey && lost.masterKey)
        await copy(deps, file.row.masterKey, lost.masterKey);
      await copy(deps, file.row.bodyKey, lost.bodyKey);
      // Whoever asked for this says afterwards what is for sale.
      await deps.db
        .transaction()
        .execute((tx) => setMissing(tx, { reportId, bodyKey: lost.bodyKey }, null));
      restored.add(file);
    }
  return restored;
}

async function copy({ files }: RestoreDeps, from: string, to: string): Promise<void> {
  const stream = await files.read(from);
  if (!stream) throw new Error(`A file that was stored just now is not in the storage: ${from}`);
  await files.put(to, stream);
}
