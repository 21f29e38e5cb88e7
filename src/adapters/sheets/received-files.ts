import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReceivedFile, SentFile } from '#core/imports/sheet.model.ts';
import { listFiles } from './unpack-files.ts';

/**
 * What is received lies on the disk while it is looked at: one file, or those of a ZIP one after the
 * other. Nothing is left afterwards. Throws as `listFiles`.
 */
export async function* receiveFiles(
  content: AsyncIterable<Uint8Array>,
  { fileName, isArchive, skip = 0 }: SentFile,
  scratchFolder: string,
): AsyncGenerator<ReceivedFile> {
  await mkdir(scratchFolder, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(scratchFolder, 'received-'));
  try {
    // A name of ours: the given one is only told.
    const file = path.join(folder, isArchive ? 'files.zip' : 'file');
    await pipeline(Readable.from(content), createWriteStream(file, { mode: 0o600 }));
    if (isArchive) yield* listFiles(file, folder, skip);
    else if (skip === 0) yield { fileName, path: file, count: 1 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
