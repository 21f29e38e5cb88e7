import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { FileStorage, StoredFile } from '#core/deps.ts';

/**
 * Files in a folder. Bytes are written to a temporary file, synced and renamed, so that a killed
 * process leaves the old bytes or the new ones, never half. Keys are ours ("editions/QM-….pdf");
 * throws for one that leaves the folder.
 */
export function createDiskFileStorage(folder: string): FileStorage {
  const resolvePath = (key: string): string => {
    const file = path.resolve(folder, key);
    if (!file.startsWith(folder + path.sep))
      throw new Error(`The key ${key} leaves the folder of the files`);
    return file;
  };
  return {
    getSizeBytes: async (key) => {
      const found = await stat(resolvePath(key)).catch(undefinedWhereMissing);
      if (found && !found.isFile()) throw new Error(`There is something else than a file: ${key}`);
      return found?.size;
    },
    remove: async (key) => rm(resolvePath(key), { force: true }),
    move: async (key, to) => {
      await mkdir(path.dirname(resolvePath(to)), { recursive: true });
      return rename(resolvePath(key), resolvePath(to)).then(
        () => true,
        (error: NodeJS.ErrnoException) => undefinedWhereMissing(error) ?? false,
      );
    },
    list: (prefix) => listFiles(folder, prefix),
    put: async (key, content) => writeFileAtomically(resolvePath(key), content),
    // Opened before it is answered: a file that can't be read is a fault now, not in the middle.
    read: async (key, range) => {
      const stream = createReadStream(resolvePath(key), range);
      return once(stream, 'open').then(() => stream, undefinedWhereMissing);
    },
  };
}

async function* listFiles(folder: string, prefix: string): AsyncGenerator<StoredFile> {
  const start = path.join(folder, prefix.slice(0, prefix.lastIndexOf('/') + 1));
  const entries = await opendir(start, { recursive: true }).catch(undefinedWhereMissing);
  for await (const entry of entries ?? []) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const key = path.relative(folder, file).replaceAll(path.sep, '/');
    const found = key.startsWith(prefix) && (await stat(file).catch(undefinedWhereMissing));
    if (found) yield { key, changedAt: found.mtime };
  }
}

/** Throws what is not about a missing file: it may be there, and the disk or a right is not. */
function undefinedWhereMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function writeFileAtomically(file: string, content: Uint8Array | Readable): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporaryFile = `${file}.${process.pid}.${crypto.randomUUID()}`;
  try {
    const handle = await open(temporaryFile, 'w', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporaryFile, file);
  } catch (error) {
    // Half a file would go on filling the disk that refused the rest.
    await rm(temporaryFile, { force: true });
    throw error;
  }
}
