import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';

/**
 * A file of ours for reading at any place and any number of times. It has no name on the disk any
 * more, so that even a killed process leaves nothing behind.
 */
export async function openScratchFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, crypto.randomUUID());
  const handle = await open(file, 'wx+', 0o600);
  await rm(file);
  return handle;
}

/** The content as a scratch file; close it. */
export async function copyToScratchFile(content: Readable, folder: string): Promise<FileHandle> {
  const handle = await openScratchFile(folder);
  try {
    for await (const chunk of content) await handle.writeFile(chunk as Uint8Array);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The whole file from its first byte, in chunks. */
export async function* readFromStart(handle: FileHandle): AsyncGenerator<Buffer> {
  const chunkBytes = 64 * 1024;
  for (let position = 0; ;) {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
