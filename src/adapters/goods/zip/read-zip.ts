import { closeSync, openSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32, createInflateRaw } from 'node:zlib';
import * as yauzl from 'yauzl';
import { GoodsRefusal, goodsRefusals } from '../refusals.ts';

/** A file in a ZIP, by its central directory. */
export type ZipEntry = {
  /** With forward slashes. */
  readonly name: string;
  readonly rawName: Buffer;
  readonly versionMadeBy: number;
  readonly flags: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  readonly externalAttributes: number;
  /** Where its packed bytes begin. */
  readonly dataOffset: number;
};

const limits = {
  entries: 20_000,
  totalBytes: 2 * 2 ** 30,
  /** Below this a high ratio does no harm. */
  ratioFromBytes: 10 * 2 ** 20,
  ratio: 200,
  /** A part that is read into memory. */
  partBytes: 16 * 2 ** 20,
} as const;

/** An open ZIP whose directory has been checked. Close it. */
export class ZipReader {
  readonly entries: readonly ZipEntry[];
  readonly #file: number;

  private constructor(file: number, entries: readonly ZipEntry[]) {
    this.#file = file;
    this.entries = entries;
  }

  /**
   * Throws a GoodsRefusal for a directory that can't be read, for too many or too large parts, and
   * for names that are encrypted, double, or lead outside.
   */
  static async open(path: string): Promise<ZipReader> {
    const file = openSync(path, 'r');
    try {
      return new ZipReader(file, checkEntries(await readDirectory(path, file)));
    } catch (error) {
      closeSync(file);
      if (error instanceof GoodsRefusal) throw error;
      throw new GoodsRefusal(goodsRefusals.damagedZip);
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  find(name: string): ZipEntry | undefined {
    const wanted = name.replace(/^\//, '').toLowerCase();
    return this.entries.find((entry) => entry.name.toLowerCase() === wanted);
  }

  /** A small part's content. */
  async read(entry: ZipEntry): Promise<Buffer> {
    if (entry.bytes > limits.partBytes) throw new GoodsRefusal(goodsRefusals.unpacksTooLarge);
    const parts: Buffer[] = [];
    await this.#unpack(entry, (part) => parts.push(part));
    return Buffer.concat(parts);
  }

  /** Unpacks every part once. Throws a GoodsRefusal for one that is not what the directory says. */
  async verify(): Promise<void> {
    for (const entry of this.entries) await this.#unpack(entry, () => {});
  }

  /** A part's packed bytes, in pieces. */
  *readPacked({ dataOffset, packedBytes }: ZipEntry): Generator<Buffer> {
    for (let at = 0; at < packedBytes;) {
      const piece = Buffer.alloc(Math.min(2 ** 20, packedBytes - at));
      const read = readSync(this.#file, piece, 0, piece.length, dataOffset + at);
      if (read === 0) throw new GoodsRefusal(goodsRefusals.damagedZip);
      at += read;
      yield piece.subarray(0, read);
    }
  }

  async #unpack(entry: ZipEntry, take: (part: Buffer) => void): Promise<void> {
    let [bytes, crc] = [0, 0];
    const count = (part: Buffer): void => {
      bytes += part.length;
      if (bytes > entry.bytes) throw new GoodsRefusal(goodsRefusals.damagedEntry(entry.name));
      crc = crc32(part, crc);
      take(part);
    };
    if (entry.method === 0) for (const piece of this.readPacked(entry)) count(piece);
    else await this.#inflate(entry, count);
    if (bytes !== entry.bytes || crc !== entry.crc)
      throw new GoodsRefusal(goodsRefusals.damagedEntry(entry.name));
  }

  async #inflate(entry: ZipEntry, count: (part: Buffer) => void): Promise<void> {
    const inflate = createInflateRaw();
    const finished = (async () => {
      for await (const part of inflate) count(part as Buffer);
    })();
    try {
      const write = promisify<Buffer, void>((piece, done) => inflate.write(piece, done));
      for (const piece of this.readPacked(entry)) await Promise.race([write(piece), finished]);
      inflate.end();
      await finished;
    } catch (error) {
      inflate.destroy();
      await finished.catch(() => {});
      if (error instanceof GoodsRefusal) throw error;
      throw new GoodsRefusal(goodsRefusals.damagedEntry(entry.name));
    }
  }
}

async function readDirectory(path: string, file: number): Promise<ZipEntry[]> {
  const zip = await yauzl.openPromise(path, { decodeStrings: false, validateEntrySizes: false });
  const entries: ZipEntry[] = [];
  if (zip.entryCount > limits.entries) throw new GoodsRefusal(goodsRefusals.tooManyEntries);
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.length >= limits.entries) throw new GoodsRefusal(goodsRefusals.tooManyEntries);
      entries.push(toEntry(entry, file));
    }
  } finally {
    zip.close();
  }
  return entries;
}

function toEntry(entry: yauzl.Entry, file: number): ZipEntry {
  const rawName = entry.fileNameRaw;
  const isUtf8 = (entry.generalPurposeBitFlag & 0x800) !== 0;
  const header = Buffer.alloc(30);
  readSync(file, header, 0, 30, entry.relativeOffsetOfLocalHeader);
  if (header.readUInt32LE(0) !== 0x04034b50) throw new GoodsRefusal(goodsRefusals.damagedZip);
  return {
    name: rawName.toString(isUtf8 ? 'utf8' : 'latin1').replaceAll('\\', '/'),
    rawName,
    versionMadeBy: entry.versionMadeBy,
    flags: entry.generalPurposeBitFlag,
    method: entry.compressionMethod,
    time: entry.lastModFileTime,
    date: entry.lastModFileDate,
    crc: entry.crc32,
    packedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    externalAttributes: entry.externalFileAttributes,
    dataOffset:
      entry.relativeOffsetOfLocalHeader + 30 + header.readUInt16LE(26) + header.readUInt16LE(28),
  };
}

function checkEntries(entries: readonly ZipEntry[]): readonly ZipEntry[] {
  const names = new Set<string>();
  let totalBytes = 0;
  for (const entry of entries) {
    const { name, flags, method, bytes, packedBytes } = entry;
    if ((flags & 1) !== 0) throw new GoodsRefusal(goodsRefusals.zipPassword);
    if (leadsOutside(entry)) throw new GoodsRefusal(goodsRefusals.unsafeEntry(name));
    if (names.has(name.toLowerCase())) throw new GoodsRefusal(goodsRefusals.duplicateEntry(name));
    if (method !== 0 && method !== 8) throw new GoodsRefusal(goodsRefusals.damagedEntry(name));
    names.add(name.toLowerCase());
    totalBytes += bytes;
    const isBomb = bytes > limits.ratioFromBytes && bytes > limits.ratio * packedBytes;
    if (isBomb || totalBytes > limits.totalBytes)
      throw new GoodsRefusal(goodsRefusals.unpacksTooLarge);
  }
  return entries;
}

/** Absolute and climbing names, drive letters, and symbolic links of Unix. */
function leadsOutside({ name, externalAttributes, versionMadeBy }: ZipEntry): boolean {
  const isUnix = versionMadeBy >> 8 === 3;
  const isLink = isUnix && ((externalAttributes >>> 16) & 0o170000) === 0o120000;
  const parts = name.split('/');
  return (
    isLink || name === '' || name.startsWith('/') || parts.includes('..') || /[:\0]/.test(name)
  );
}
