import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createDeflateRaw, crc32 } from 'node:zlib';
import { GoodsRefusal, goodsRefusals } from '../refusals.ts';
import type { ZipMaster } from './zip-master.ts';
import type { ZipEntry } from '../../zip/read-zip.ts';
import {
  formatDirectoryEntry,
  formatLocalHeader,
  packText,
  type ZipHeader,
} from '../../zip/write-zip.ts';
import type { GoodsZip } from './goods-zip.ts';

/** The sizes stand behind the bytes. */
const descriptorFlag = 8;

/** Writes entries one after the other, and their directory entries beside. */
class ZipBodyWriter {
  readonly #file: number;
  readonly #directory: Buffer[] = [];
  #position = 0;

  constructor(bodyPath: string) {
    this.#file = openSync(bodyPath, 'wx', 0o600);
  }

  async add(given: ZipHeader, packed: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
    // Sizes are in the header itself: no data descriptor follows the bytes.
    const header = { ...given, flags: given.flags & ~descriptorFlag };
    this.#directory.push(formatDirectoryEntry(header, this.#position));
    this.#write(formatLocalHeader(header));
    for await (const piece of packed) this.#write(piece);
  }

  close(licenceName: string): ZipMaster {
    closeSync(this.#file);
    return {
      kind: 'zip',
      licenceName,
      bodyBytes: this.#position,
      entryCount: this.#directory.length,
      directory: Buffer.concat(this.#directory).toString('base64'),
    };
  }

  #write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    this.#position += bytes.length;
  }
}

/** Which parts of a ZIP change for all readers (by name), and which are written for each. */
export type PartChanges = {
  readonly replaced?: ReadonlyMap<string, string>;
  readonly omitted?: ReadonlySet<string>;
  /** The text that says whose copy it is, if no part does. */
  readonly licenceName?: string;
};

/**
 * Writes the body of all readers' copies: every part of the ZIP with its packed bytes as they are,
 * in the same order, and without a directory.
 */
export async function writeZipBody(
  zip: GoodsZip,
  bodyPath: string,
  { replaced = new Map(), omitted = new Set(), licenceName = '' }: PartChanges,
): Promise<ZipMaster> {
  const writer = new ZipBodyWriter(bodyPath);
  for (const entry of zip.entries) {
    if (omitted.has(entry.name)) continue;
    const text = replaced.get(entry.name);
    if (text === undefined) await writer.add(entry.header, zip.readPacked(entry));
    else await addReplaced(writer, entry, text);
  }
  return writer.close(licenceName);
}

function addReplaced(writer: ZipBodyWriter, entry: ZipEntry, text: string): Promise<void> {
  const { rawName, time, date } = entry.header;
  const { header, packed } = packText(entry.name, text);
  return writer.add({ ...header, rawName, time, date }, [packed]);
}

/**
 * A ZIP body with one file in it, packed anew: a CSV has no place for a reader's name. The header is
 * written last, since it says how long the packed bytes are.
 */
export async function writeSingleFileBody(
  inputPath: string,
  fileName: string,
  bodyPath: string,
): Promise<ZipMaster> {
  const counted = { bytes: 0, packedBytes: 0, crc: 0 };
  const deflate = createDeflateRaw();
  const headerOf = (): ZipHeader => ({ ...packText(fileName, '').header, ...counted });
  const file = await open(bodyPath, 'wx', 0o600);
  try {
    await file.writeFile(formatLocalHeader(headerOf()));
    const input = createReadStream(inputPath).on('data', (piece) => {
      counted.bytes += piece.length;
      counted.crc = crc32(piece, counted.crc);
    });
    for await (const piece of input.pipe(deflate)) {
      counted.packedBytes += (piece as Buffer).length;
      await file.writeFile(piece as Buffer);
    }
    const header = formatLocalHeader(headerOf());
    await file.write(header, 0, header.length, 0);
    return {
      kind: 'zip',
      bodyBytes: header.length + counted.packedBytes,
      entryCount: 1,
      licenceName: 'LICENCE.txt',
      directory: formatDirectoryEntry(headerOf(), 0).toString('base64'),
    };
  } finally {
    await file.close();
  }
}

/**
 * Archives inside of an archive are not looked into, so they are refused; Office files are no
 * archives here.
 */
const archiveName = /\.(zip|7z|rar|tar|t?gz|bz2|xz|zst|jar|iso|cab)$/i;

/** Throws a GoodsRefusal for an archive in the archive; answers a name for the licence text. */
export function checkPlainZip(zip: GoodsZip): string {
  const nested = zip.entries.find(({ name }) => archiveName.test(name));
  if (nested) throw new GoodsRefusal(goodsRefusals.nestedArchive(nested.name));
  const names = ['LICENCE.txt', 'LICENCE OF THIS COPY.txt', `LICENCE ${crypto.randomUUID()}.txt`];
  return names.find((name) => !zip.find(name)) ?? '';
}
