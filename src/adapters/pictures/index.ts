import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { pictureWidthsPx, type PictureFormat, type PictureSize } from '#src/picture.model.ts';
import { limitConcurrency } from '../limit-concurrency.ts';

export type PictureFile = { readonly bytes: Uint8Array; readonly type: string };
export type PictureRequest = {
  /** "services/data-sheets.svg" in a folder, "media/wheat-field" in the library. */
  readonly name: string;
  /** Rounded up to a width in which pictures are made; undefined gives the file as it is. */
  readonly widthPx?: number | undefined;
  /** undefined keeps the picture's own format. */
  readonly format?: PictureFormat | undefined;
};

const maxFileBytes = 15_000_000;
const maxPixels = 50_000_000;
const types: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heif: 'image/avif',
  avif: 'image/avif',
  svg: 'image/svg+xml',
};

/** A picture's original. */
export type PictureSource = {
  /** Another one for other bytes. */
  readonly version: string;
  readonly read: () => Promise<Uint8Array | undefined>;
};

/** Looks for the original of a name; undefined if there is none. Throws while it can't be read. */
export type FindPicture = (name: string) => Promise<PictureSource | undefined>;

/**
 * Pictures in the width and format that a browser asks for; `find` knows the originals. What was
 * made is kept in `cacheFolder` by the original's version. A file counts as what its bytes say
 * (JPEG, PNG, WebP, AVIF or SVG), whatever its name; another one, or one of more than 50 million
 * pixels, is undefined, as is an unknown name. What can't be read now is thrown, but by `measure`.
 */
export function createPictures(find: FindPicture, cacheFolder: string) {
  const resize = limitConcurrency(resizePicture, { maxRunning: 2, maxWaiting: 50 });
  const sizes = new LRUCache<string, PictureSize>({ max: 2000 });
  return {
    /**
     * How large the upright picture is, in its own pixels; undefined for what is none, and for one
     * that can't be read now: a page is shown without its size then.
     */
    measure: async (name: string): Promise<PictureSize | undefined> => {
      const source = await find(name).catch(() => undefined);
      const known = source && sizes.get(source.version);
      if (!source || known) return known;
      const original = await source.read().catch(() => undefined);
      const size = original && (await measurePicture(original));
      if (size) sizes.set(source.version, size);
      return size;
    },
    read: async ({ name, widthPx, format }: PictureRequest): Promise<PictureFile | undefined> => {
      const source = await find(name);
      const original = await source?.read();
      if (!source || !original) return undefined;
      const kind = await readKind(original);
      if (kind === undefined) return undefined;
      const asItIs = { bytes: original, type: types[kind] ?? '' };
      // A drawing is sharp in every width.
      if (kind === 'svg' || (widthPx === undefined && format === undefined)) return asItIs;
      const width = pictureWidthsPx.find((step) => step >= (widthPx ?? 0)) ?? 1920;
      const key = `${source.version} ${width} ${format ?? ''}`;
      const cached = path.join(cacheFolder, createHash('sha256').update(key).digest('hex'));
      const type = types[format ?? kind] ?? '';
      const bytes = (await readIfThere(cached)) ?? (await resize(original, width, format ?? kind));
      if (!bytes) return asItIs;
      await keep(cached, bytes);
      return { bytes, type };
    },
  };
}
export type Pictures = ReturnType<typeof createPictures>;

/** Files of the first folder that has one of the name, of at most 15 MB. */
export const findInFolders =
  (folders: readonly string[]): FindPicture =>
  async (name) => {
    for (const folder of folders) {
      const file = path.resolve(folder, name);
      if (!file.startsWith(folder + path.sep)) continue;
      const found = await stat(file).catch(undefinedWhereNone);
      if (found?.isFile() && found.size <= maxFileBytes)
        return {
          version: `${file} ${found.mtimeMs} ${found.size}`,
          read: () => readIfThere(file),
        };
    }
    return undefined;
  };

async function measurePicture(bytes: Uint8Array): Promise<PictureSize | undefined> {
  try {
    const { autoOrient } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
    return { widthPx: autoOrient.width, heightPx: autoOrient.height };
  } catch {
    return undefined;
  }
}

async function readKind(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const { format, compression } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata();
    if (format === 'heif' && compression !== 'av1') return undefined;
    return types[format] === undefined ? undefined : format;
  } catch {
    return undefined;
  }
}

const resizePicture = (bytes: Uint8Array, widthPx: number, format: string): Promise<Uint8Array> =>
  sharp(bytes, { limitInputPixels: maxPixels })
    .rotate()
    .resize({ width: widthPx, withoutEnlargement: true })
    .toFormat(toOutputFormat(format), { quality: format === 'avif' ? 55 : 80 })
    .toBuffer();

const toOutputFormat = (format: string): 'jpeg' | 'png' | 'webp' | 'avif' => {
  if (format === 'heif') return 'avif';
  return format === 'jpeg' || format === 'webp' || format === 'avif' ? format : 'png';
};

const readIfThere = (file: string): Promise<Uint8Array | undefined> =>
  readFile(file).catch(undefinedWhereNone);

/** A name that no file has, or can have; whatever else the disk says is no absence. */
function undefinedWhereNone(error: NodeJS.ErrnoException): undefined {
  if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(error.code ?? ''))
    throw error;
}

/** Written beside its place and renamed, so that nobody reads half a picture. */
async function keep(file: string, bytes: Uint8Array): Promise<void> {
  if (await stat(file).catch(undefinedWhereNone)) return;
  await mkdir(path.dirname(file), { recursive: true });
  const temporaryFile = `${file}.${crypto.randomUUID()}`;
  await writeFile(temporaryFile, bytes);
  await rename(temporaryFile, file);
}
