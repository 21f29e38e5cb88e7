import type { FileHandle } from 'node:fs/promises';
import type { Entry, ZipFile } from 'yauzl';
import { UnreadableFileError } from '#core/imports/sheet.model.ts';

export type ZipLimits = {
  readonly maxEntries: number;
  readonly maxEntryBytes: number;
  readonly maxTotalBytes: number;
};

/** Unpacked bytes for one packed byte; below `ratioFloorBytes` nobody is harmed by any ratio. */
const maxRatio = 200;
const ratioFloorBytes = 4 * 2 ** 20;
const encryptedFlag = 1;
const fileTypeMask = 0o170000;
const symbolicLink = 0o120000;

/** One entry can't be had; the ZIP is as it should be, and its others can. */
export class UnreadableEntryError extends UnreadableFileError {}

/** A ZIP file whose every limit is counted while it is unpacked, whatever its directory claims. */
export class ZipArchive {
  readonly #zip: ZipFile;
  readonly #limits: ZipLimits;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpackedBytes = 0;

  private constructor(zip: ZipFile, limits: ZipLimits, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#limits = limits;
    this.#entries = entries;
  }

  /** Reads the directory. Throws UnreadableFileError for what no honest ZIP has. */
  static async open(handle: FileHandle, limits: ZipLimits): Promise<ZipArchive> {
    const { fromFdPromise } = await import('yauzl');
    try {
      const zip = await fromFdPromise(handle.fd, { autoClose: false });
      if (zip.entryCount > limits.maxEntries)
        throw new UnreadableFileError(
          `The ZIP has ${zip.entryCount} files; ${limits.maxEntries} are accepted.`,
        );
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) addEntry(entries, entry);
      return new ZipArchive(zip, limits, entries);
    } catch (error) {
      throw toUnreadable(error);
    }
  }

  /** Names of files with their folders; folders themselves are left out. */
  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * The content, unpacked as it is read. Throws UnreadableEntryError where it is damaged or too
   * large, UnreadableFileError where it harms: then nothing more of the ZIP is to be read.
   */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new UnreadableFileError(`The file has no part ${name}.`);
    let entryBytes = 0;
    try {
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
        const bytes = chunk as Buffer;
        entryBytes += bytes.length;
        this.#unpackedBytes += bytes.length;
        this.#assertWithinLimits(entry, entryBytes);
        yield bytes;
      }
    } catch (error) {
      throw toUnreadable(error, UnreadableEntryError);
    }
  }

  #assertWithinLimits(entry: Entry, entryBytes: number): void {
    const { maxEntryBytes, maxTotalBytes } = this.#limits;
    const isBomb = entryBytes > ratioFloorBytes && entryBytes > entry.compressedSize * maxRatio;
    const isTooMuch = isBomb || this.#unpackedBytes > maxTotalBytes;
    if (!isTooMuch && entryBytes <= maxEntryBytes) return;
    const FoundError = isTooMuch ? UnreadableFileError : UnreadableEntryError;
    throw new FoundError(
      `${entry.fileName} unpacks to more than we accept. Send it in smaller parts.`,
    );
  }
}

function addEntry(entries: Map<string, Entry>, entry: Entry): void {
  const { fileName } = entry;
  if (fileName.endsWith('/')) return;
  if (entry.generalPurposeBitFlag & encryptedFlag)
    throw new UnreadableFileError(`${fileName} is encrypted. Save it without a password.`);
  if (((entry.externalFileAttributes >>> 16) & fileTypeMask) === symbolicLink)
    throw new UnreadableFileError(`${fileName} is a link. Put the file itself into the ZIP.`);
  if (entries.has(fileName))
    throw new UnreadableFileError(`The ZIP has ${fileName} twice. Pack it again.`);
  entries.set(fileName, entry);
}

function toUnreadable(error: unknown, FoundError = UnreadableFileError): unknown {
  if (error instanceof UnreadableFileError) return error;
  if (isSystemError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const message = `The file is damaged (${reason}). Save it again and send it.`;
  return new FoundError(message, { cause: error });
}

/** The disk's faults are ours; everything else that unpacking throws is the file's. */
const isSystemError = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall !== undefined;
