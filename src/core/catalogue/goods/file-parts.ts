import { Readable } from 'node:stream';
import type { FileStorage } from '../../deps.ts';

/** A part of a file as it is stored; a file is its parts, one behind the other. */
export type FilePart = { readonly fileKey: string; readonly bytes: number };

/** Returns the length of the whole file. */
export const countBytes = (parts: readonly FilePart[]): number =>
  parts.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Returns a file's bytes, all or those of an inclusive range. A part is opened when the one before has
 * been read; undefined if the first is not in the storage.
 */
export async function readParts(
  files: FileStorage,
  parts: readonly FilePart[],
  range: { start: number; end: number } = { start: 0, end: countBytes(parts) - 1 },
): Promise<Readable | undefined> {
  const pieces = cutParts(parts, range);
  const [first, ...rest] = pieces;
  const opened = first && (await files.read(first.fileKey, first.range));
  if (!opened || rest.length === 0) return opened;
  return Readable.from(joinPieces(files, opened, rest), { objectMode: false });
}

type Piece = { readonly fileKey: string; readonly range: { start: number; end: number } };

/** Returns the bytes of the range that each part has. */
function cutParts(
  parts: readonly FilePart[],
  { start, end }: { start: number; end: number },
): Piece[] {
  let offset = 0;
  return parts.flatMap(({ fileKey, bytes }) => {
    const range = {
      start: Math.max(0, start - offset),
      end: Math.min(bytes - 1, end - offset),
    };
    offset += bytes;
    return range.start <= range.end ? [{ fileKey, range }] : [];
  });
}

async function* joinPieces(
  files: FileStorage,
  first: Readable,
  rest: readonly Piece[],
): AsyncGenerator<Buffer> {
  yield* first;
  for (const { fileKey, range } of rest) {
    const stream = await files.read(fileKey, range);
    if (!stream) throw new Error(`A part of a file is not in the storage: ${fileKey}`);
    yield* stream;
  }
}

/** Returns a small file's bytes. Throws if it is not in the storage. */
export async function readWhole(files: FileStorage, key: string): Promise<Uint8Array> {
  const bytes = await readStored(files, key);
  if (!bytes) throw new Error(`A file is not in the storage: ${key}`);
  return bytes;
}

export async function readStored(files: FileStorage, key: string): Promise<Uint8Array | undefined> {
  const stream = await files.read(key);
  if (!stream) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}
