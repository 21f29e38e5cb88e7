import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReceivedFile, SentFile } from '#core/imports/sheet.model.ts';
import type { WorkFolder } from '../work-folder.ts';
import { listFiles } from './unpack-files.ts';

/**
 * What is received lies on the disk while it is looked at: one file, or those of a ZIP one after the
 * other. Nothing is left afterwards, of a killed process once another one looks at files. Throws as
 * `listFiles`.
 */
export async function* receiveFiles(
  content: AsyncIterable<Uint8Array>,
  { fileName, isArchive, skip = 0 }: SentFile,
  workFolder: WorkFolder,
): AsyncGenerator<ReceivedFile> {
  const folder = await workFolder.create();
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
