import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UnreadableFileError, type ReceivedFile } from '#core/imports/sheet.model.ts';
import { UnreadableEntryError, SheetZip } from './sheet-zip.ts';

const limits = {
  maxEntries: 20_000,
  maxEntryBytes: 100 * 2 ** 20,
  maxTotalBytes: 2 * 2 ** 30,
  ratioFloorBytes: 4 * 2 ** 20,
};

/**
 * Files of a folder (those in it, not below) or of a ZIP, one after the other by their names alone:
 * folders of a ZIP count for nothing. Of a ZIP only one file lies in `workFolder` at once, and so
 * many of the first are left out as `skip` says. Throws UnreadableFileError for a ZIP with what no
 * honest one has, before anything of it is written.
 */
export async function* listFiles(
  folderOrZip: string,
  workFolder: string,
  skip = 0,
): AsyncGenerator<ReceivedFile> {
  if (/\.zip$/i.test(folderOrZip)) yield* unpackZip(folderOrZip, workFolder, skip);
  else yield* listFolder(folderOrZip);
}

async function* listFolder(folder: string): AsyncGenerator<ReceivedFile> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  for (const { name } of files)
    yield { fileName: name, path: path.join(folder, name), count: files.length };
}

async function* unpackZip(
  file: string,
  workFolder: string,
  skip: number,
): AsyncGenerator<ReceivedFile> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(workFolder, 'unpacked-'));
  const handle = await open(file);
  try {
    const zip = await SheetZip.open(handle, limits);
    const names = [...toBaseNames(zip.names)];
    for (const [fileName, name] of names.slice(skip)) {
      // A name of ours: that of the ZIP is only told.
      const unpacked = path.join(folder, 'file');
      const problem = await unpackEntry(zip, name, unpacked);
      yield { fileName, path: unpacked, count: names.length, ...(problem ? { problem } : {}) };
      await rm(unpacked, { force: true });
    }
  } finally {
    await handle.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Why this entry can't be had, though others can. */
async function unpackEntry(
  zip: SheetZip,
  name: string,
  toFile: string,
): Promise<string | undefined> {
  try {
    await pipeline(Readable.from(zip.read(name)), createWriteStream(toFile));
    return undefined;
  } catch (error) {
    if (!(error instanceof UnreadableEntryError)) throw error;
    return error.message;
  }
}

/** Base name to name; what the makers of ZIPs add for themselves is left out. */
function toBaseNames(names: readonly string[]): ReadonlyMap<string, string> {
  const byBaseName = new Map<string, string>();
  for (const name of names) {
    const baseName = path.posix.basename(name);
    if (baseName.startsWith('.') || name.startsWith('__MACOSX/')) continue;
    if (/\.zip$/i.test(baseName))
      throw new UnreadableFileError(`${name} is a ZIP within the ZIP. Send it by itself.`);
    const other = byBaseName.get(baseName);
    if (other !== undefined)
      throw new UnreadableFileError(`${other} and ${name} have one name. Rename one of them.`);
    byBaseName.set(baseName, name);
  }
  return byBaseName;
}
