import { open } from 'node:fs/promises';
import { ZipArchive, ZipError, type ZipEntry, type ZipProblem } from '../../zip/read-zip.ts';
import { GoodsRefusal, goodsRefusals } from '../refusals.ts';

const limits = {
  maxEntries: 20_000,
  maxEntryBytes: 2 * 2 ** 30,
  maxTotalBytes: 2 * 2 ** 30,
  ratioFloorBytes: 10 * 2 ** 20,
};
/** A part that is read into memory. */
const maxPartBytes = 16 * 2 ** 20;

/** A ZIP that may be sold: names that any system can unpack, each once in any case of letters. */
export class GoodsZip {
  readonly entries: readonly ZipEntry[];
  readonly #archive: ZipArchive;

  /** Throws a GoodsRefusal. */
  constructor(archive: ZipArchive) {
    const names = new Set<string>();
    for (const { name, header } of archive.entries) {
      const lowerCase = name.toLowerCase();
      if (name.includes(':')) throw new GoodsRefusal(goodsRefusals.unsafeEntry(name));
      if (names.has(lowerCase)) throw new GoodsRefusal(goodsRefusals.duplicateEntry(name));
      if (header.method !== 0 && header.method !== 8)
        throw new GoodsRefusal(goodsRefusals.damagedEntry(name));
      names.add(lowerCase);
    }
    this.entries = archive.entries;
    this.#archive = archive;
  }

  find(name: string): ZipEntry | undefined {
    const wanted = name.replace(/^\//, '').toLowerCase();
    return this.entries.find((entry) => entry.name.toLowerCase() === wanted);
  }

  /** A small part's content. */
  async read(entry: ZipEntry): Promise<Buffer> {
    if (entry.header.bytes > maxPartBytes) throw new GoodsRefusal(goodsRefusals.unpacksTooLarge);
    return this.#archive.readWhole(entry);
  }

  /** Every part is what the directory says, and all of it is no larger than we accept. */
  async verify(): Promise<void> {
    for (const entry of this.entries) for await (const _ of this.#archive.read(entry));
  }

  readPacked(entry: ZipEntry): AsyncGenerator<Buffer> {
    return this.#archive.readPacked(entry);
  }
}

/**
 * Opens the ZIP for `use`, closes it, and returns the result. Throws a GoodsRefusal for one that
 * can't be sold.
 */
export async function openGoodsZip<T>(
  path: string,
  use: (zip: GoodsZip) => Promise<T>,
): Promise<T> {
  const file = await open(path);
  try {
    return await use(new GoodsZip(await ZipArchive.open(file, limits)));
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new GoodsRefusal(refusals[error.problem](error.entryName));
  } finally {
    await file.close();
  }
}

const refusals: Readonly<Record<ZipProblem, (name: string) => string>> = {
  damaged: () => goodsRefusals.damagedZip,
  'too-many-entries': () => goodsRefusals.tooManyEntries,
  encrypted: () => goodsRefusals.zipPassword,
  link: goodsRefusals.unsafeEntry,
  'leads-outside': goodsRefusals.unsafeEntry,
  'double-name': goodsRefusals.duplicateEntry,
  'too-large': () => goodsRefusals.unpacksTooLarge,
  'part-damaged': goodsRefusals.damagedEntry,
  'part-too-large': () => goodsRefusals.unpacksTooLarge,
};
