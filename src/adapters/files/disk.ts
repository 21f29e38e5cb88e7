import { createReadStream } from 'node:fs';
import { mkdir, open, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Files } from '#core/world.ts';

/**
 * Files in a folder. A put is written beside its place, synced and renamed, so that a killed process leaves the
 * old bytes or the new ones, never half. Keys are ours ("editions/QM-….pdf"); one that leaves the folder is a fault.
 */
export function createDiskFiles(folder: string): Files {
  const place = (key: string): string => {
    const file = path.resolve(folder, key);
    if (!file.startsWith(folder + path.sep))
      throw new Error(`The key ${key} leaves the folder of the files`);
    return file;
  };
  const size = (key: string): Promise<number | undefined> =>
    stat(place(key)).then(
      (found) => found.size,
      () => undefined,
    );
  return {
    size,
    put: async (key, bytes) => {
      const file = place(key);
      await mkdir(path.dirname(file), { recursive: true });
      const fresh = `${file}.${process.pid}.${crypto.randomUUID()}`;
      const handle = await open(fresh, 'w', 0o600);
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(fresh, file);
    },
    read: async (key, range) =>
      (await size(key)) === undefined ? undefined : createReadStream(place(key), range),
  };
}
