import type { Deps } from '#core/deps.ts';
import { ZipArchive, ZipError } from './read-zip.ts';

const limits = {
  maxEntries: 2000,
  maxEntryBytes: 32 * 2 ** 20,
  maxTotalBytes: 64 * 2 ** 20,
  // Whoever reads a part says how large it may be.
  ratioFloorBytes: 32 * 2 ** 20,
};

/** See `openZip` of core/deps.ts. */
export const openZip: Deps['openZip'] = async (bytes) => {
  const archive = await orUndefined(() => ZipArchive.open(bytes, limits));
  return (
    archive && {
      names: archive.entries.map(({ name }) => name),
      bytes: archive.entries.reduce((sum, { header }) => sum + header.bytes, 0),
      read: (name, maxBytes) => orUndefined(() => readPart(archive, name, maxBytes)),
    }
  );
};

async function readPart(
  archive: ZipArchive,
  name: string,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const entry = archive.get(name);
  return entry && entry.header.bytes <= maxBytes ? archive.readWhole(entry) : undefined;
}

async function orUndefined<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ZipError) return undefined;
    throw error;
  }
}
