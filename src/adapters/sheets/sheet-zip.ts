import type { FileHandle } from 'node:fs/promises';
import { UnreadableFileError } from '#core/imports/sheet.model.ts';
import { ZipArchive, ZipError, type ZipEntry, type ZipLimits } from '../zip/read-zip.ts';

/** One entry can't be had; the ZIP is as it should be, and its others can. */
export class UnreadableEntryError extends UnreadableFileError {}

/** A publisher's ZIP, by the names of its files; folders are left out. */
export class SheetZip {
  readonly #archive: ZipArchive;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  private constructor(archive: ZipArchive) {
    this.#archive = archive;
    this.#entries = new Map(
      archive.entries.flatMap((entry) => (entry.name.endsWith('/') ? [] : [[entry.name, entry]])),
    );
  }

  /** Throws UnreadableFileError for what no honest ZIP has. */
  static async open(handle: FileHandle, limits: ZipLimits): Promise<SheetZip> {
    try {
      return new SheetZip(await ZipArchive.open(handle, limits));
    } catch (error) {
      throw toUnreadable(error, limits);
    }
  }

  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * The content, unpacked as it is read. Throws UnreadableEntryError if it is damaged or too
   * large, UnreadableFileError if it harms: then nothing more of the ZIP is to be read.
   */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw new UnreadableFileError(`The file has no part ${name}.`);
    try {
      yield* this.#archive.read(entry);
    } catch (error) {
      throw toUnreadable(error);
    }
  }
}

function toUnreadable(error: unknown, limits?: ZipLimits): unknown {
  if (!(error instanceof ZipError)) return error;
  const { entryName: name, message: reason } = error;
  const damaged = `The file is damaged (${reason}). Save it again and send it.`;
  const tooMuch = `${name} unpacks to more than we accept. Send it in smaller parts.`;
  const sentence = {
    damaged,
    'too-many-entries': `The ZIP has more than ${limits?.maxEntries} files, which is all that we accept.`,
    encrypted: `${name} is encrypted. Save it without a password.`,
    link: `${name} is a link. Put the file itself into the ZIP.`,
    'leads-outside': `${name} points outside of the ZIP. Pack plain files and folders alone.`,
    'double-name': `The ZIP has ${name} twice. Pack it again.`,
    'too-large': tooMuch,
    'part-damaged': damaged,
    'part-too-large': tooMuch,
  }[error.problem];
  const FoundError = error.problem.startsWith('part-') ? UnreadableEntryError : UnreadableFileError;
  return new FoundError(sentence, { cause: error });
}
