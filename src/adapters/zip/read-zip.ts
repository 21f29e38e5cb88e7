import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import * as yauzl from 'yauzl';
import type { ZipHeader } from './write-zip.ts';

/** A file or folder in a ZIP, by its central directory. */
export type ZipEntry = {
  /** With forward slashes; that of a folder ends with one. */
  readonly name: string;
  /** The entry's header in the directory, which proves nothing. */
  readonly header: ZipHeader;
};

export type ZipLimits = {
  readonly maxEntries: number;
  /** Unpacked, each and together. */
  readonly maxEntryBytes: number;
  readonly maxTotalBytes: number;
  /** Below so many unpacked bytes of one entry nobody is harmed by any ratio. */
  readonly ratioFloorBytes: number;
};

/** Of the ZIP: nothing of it is to be read. Of a part ("part-…"): the others can be had. */
export type ZipProblem =
  | 'damaged'
  | 'too-many-entries'
  | 'encrypted'
  | 'link'
  | 'leads-outside'
  | 'double-name'
  | 'too-large'
  | 'part-damaged'
  | 'part-too-large';

/** Whoever reads the ZIP says it in their own words. */
export class ZipError extends Error {
  readonly problem: ZipProblem;
  /** The entry's name; empty if it is none's. */
  readonly entryName: string;
  constructor(problem: ZipProblem, entryName = '', cause?: unknown) {
    const reason = cause instanceof Error ? cause.message : problem;
    super(reason, { cause });
    this.problem = problem;
    this.entryName = entryName;
  }
}

/** Unpacked bytes for one packed byte. */
const maxRatio = 200;
const encryptedFlag = 1;
const fileTypeMask = 0o170000;
const symbolicLink = 0o120000;

/**
 * An open ZIP, whose every limit is counted while it is unpacked, whatever its directory claims.
 */
export class ZipArchive {
  readonly entries: readonly ZipEntry[];
  readonly #zip: yauzl.ZipFile;
  readonly #limits: ZipLimits;
  readonly #found: ReadonlyMap<ZipEntry, yauzl.Entry>;
  #unpackedBytes = 0;

  private constructor(
    zip: yauzl.ZipFile,
    limits: ZipLimits,
    found: ReadonlyMap<ZipEntry, yauzl.Entry>,
  ) {
    this.#zip = zip;
    this.#limits = limits;
    this.#found = found;
    this.entries = [...found.keys()];
  }

  /**
   * Reads the directory of a ZIP on disk (the handle stays yours) or in memory. Throws ZipError for
   * what no honest ZIP has.
   */
  static async open(source: FileHandle | Buffer, limits: ZipLimits): Promise<ZipArchive> {
    try {
      const zip = await openSource(source);
      if (zip.entryCount > limits.maxEntries) throw new ZipError('too-many-entries');
      const found = new Map<ZipEntry, yauzl.Entry>();
      const names = new Set<string>();
      for await (const entry of zip.eachEntry()) {
        const named = toZipEntry(entry);
        if (names.has(named.name)) throw new ZipError('double-name', named.name);
        names.add(named.name);
        found.set(named, entry);
      }
      return new ZipArchive(zip, limits, found);
    } catch (error) {
      throw toZipError(error, 'damaged');
    }
  }

  /** By its name as it is written. */
  get(name: string): ZipEntry | undefined {
    return this.entries.find((entry) => entry.name === name);
  }

  /**
   * The content, unpacked as it is read, and as the directory said at its end. Throws ZipError:
   * "part-…" if this one is damaged or too large, else nothing more of the ZIP is to be read.
   */
  async *read(entry: ZipEntry): AsyncGenerator<Buffer> {
    let [bytes, sum] = [0, 0];
    try {
      for await (const chunk of await this.#zip.openReadStreamPromise(this.#find(entry))) {
        const piece = chunk as Buffer;
        bytes += piece.length;
        sum = crc32(piece, sum);
        this.#unpackedBytes += piece.length;
        this.#assertWithinLimits(entry, bytes);
        yield piece;
      }
      if (sum !== entry.header.crc) throw new ZipError('part-damaged', entry.name);
    } catch (error) {
      throw toZipError(error, 'part-damaged', entry.name);
    }
  }

  /** The same at once, for a part that is small enough for memory. */
  async readWhole(entry: ZipEntry): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for await (const piece of this.read(entry)) pieces.push(piece);
    return Buffer.concat(pieces);
  }

  /** The bytes as they are packed, whatever they are. */
  async *readPacked(entry: ZipEntry): AsyncGenerator<Buffer> {
    try {
      const found = this.#find(entry);
      yield* await this.#zip.openReadStreamPromise(found, { decodeFileData: false });
    } catch (error) {
      throw toZipError(error, 'part-damaged', entry.name);
    }
  }

  #find(entry: ZipEntry): yauzl.Entry {
    const found = this.#found.get(entry);
    if (!found) throw new Error(`${entry.name} is not an entry of this ZIP.`);
    return found;
  }

  #assertWithinLimits({ name, header }: ZipEntry, bytes: number): void {
    const { maxEntryBytes, maxTotalBytes, ratioFloorBytes } = this.#limits;
    const isBomb = bytes > ratioFloorBytes && bytes > header.packedBytes * maxRatio;
    if (isBomb || this.#unpackedBytes > maxTotalBytes) throw new ZipError('too-large', name);
    if (bytes > maxEntryBytes) throw new ZipError('part-too-large', name);
  }
}

/** Names come as bytes: which ones are fine is said here, one by one. */
const openSource = (source: FileHandle | Buffer): Promise<yauzl.ZipFile> =>
  Buffer.isBuffer(source)
    ? yauzl.fromBufferPromise(source, { decodeStrings: false })
    : yauzl.fromFdPromise(source.fd, { autoClose: false, decodeStrings: false });

function toZipEntry(entry: yauzl.Entry): ZipEntry {
  const { generalPurposeBitFlag: flags, fileNameRaw: rawName } = entry;
  const name = yauzl.getFileNameLowLevel(flags, rawName, entry.extraFields, false);
  if ((flags & encryptedFlag) !== 0) throw new ZipError('encrypted', name);
  if (((entry.externalFileAttributes >>> 16) & fileTypeMask) === symbolicLink)
    throw new ZipError('link', name);
  if (yauzl.validateFileName(name) !== null || name === '' || name.includes('\0'))
    throw new ZipError('leads-outside', name);
  return {
    name,
    header: {
      rawName,
      versionMadeBy: entry.versionMadeBy,
      flags,
      method: entry.compressionMethod,
      time: entry.lastModFileTime,
      date: entry.lastModFileDate,
      crc: entry.crc32,
      packedBytes: entry.compressedSize,
      bytes: entry.uncompressedSize,
      externalAttributes: entry.externalFileAttributes,
    },
  };
}

/** The disk's faults are ours; everything else that reading throws is the file's. */
function toZipError(error: unknown, problem: ZipProblem, entryName = ''): unknown {
  if (error instanceof ZipError) return error;
  if (error instanceof Error && 'syscall' in error && error.syscall !== undefined) return error;
  return new ZipError(problem, entryName, error);
}
