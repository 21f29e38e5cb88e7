import type { Readable } from 'node:stream';
import type { Database, Deps, Tx } from '../deps.ts';
import { fail, type Refusal } from '../kernel/outcome.model.ts';
import { findFile, findPicturesByName, keepPictures } from './media.store.ts';
import {
  isLibraryPicture,
  listLibraryPictures,
  type PictureFacts,
  type PictureType,
} from './model.ts';

/** A picture's file; `version` is another one for other bytes. */
export type LibraryFile = {
  readonly version: string;
  readonly type: PictureType;
  readonly open: () => Promise<Readable | undefined>;
};

/** Returns the data of those of the names that are in the library. */
export async function describePictures(
  db: Database | Tx,
  names: readonly string[],
): Promise<ReadonlyMap<string, PictureFacts>> {
  const wanted = [...new Set(names.filter(isLibraryPicture))];
  const found = wanted.length === 0 ? [] : await findPicturesByName(db, wanted);
  return new Map(found.map((picture) => [picture.name, picture]));
}

/**
 * In `tx`, which is about to store these names: none of the pictures is removed before it ends, and
 * a removal that is under way has ended. `invalid` at the field where the library has one no more.
 */
export async function holdPictures(
  tx: Tx,
  names: readonly string[],
  field: string,
): Promise<Refusal | undefined> {
  const wanted = [...new Set(names.filter(isLibraryPicture))];
  if (wanted.length === 0) return undefined;
  const kept = await keepPictures(tx, wanted);
  const gone = wanted.find((name) => !kept.has(name));
  if (gone === undefined) return undefined;
  const sentence = `There is no picture ${gone} in the media library.`;
  return fail('invalid', sentence, { [field]: [sentence] });
}

/**
 * In `tx`, which is about to put these values back as they were: the pictures that they name stay
 * until it ends. `conflict` if the library no longer has one.
 */
export async function holdFormerPictures(tx: Tx, values: object): Promise<Refusal | undefined> {
  const missing = await holdPictures(tx, listLibraryPictures(JSON.stringify(values)), 'image');
  return missing && fail('conflict', 'A picture that it had is no longer in the media library.');
}

/** In `tx`: what the picture shows, as the library says; empty for one that it does not have. */
export async function getAlternativeText(tx: Tx, name: string): Promise<string> {
  return (await describePictures(tx, [name])).get(name)?.alternativeText ?? '';
}

/**
 * In `tx`: the picture stays until it ends. `invalid` at the field where the name is one of the
 * library that it does not have, or that nobody has described yet. Other names are the publisher's
 * own files, and fine.
 */
export async function refuseUnusablePicture(
  tx: Tx,
  name: string | null,
  field: string,
): Promise<Refusal | undefined> {
  if (name === null || !isLibraryPicture(name)) return undefined;
  const missing = await holdPictures(tx, [name], field);
  if (missing) return missing;
  if ((await getAlternativeText(tx, name)) !== '') return undefined;
  const sentence =
    `Describe what ${name} shows before you use it: its page in the media library has ` +
    'a field for that.';
  return fail('invalid', sentence, { [field]: [sentence] });
}

/** The files of the library, for pages. */
export class LibraryPictures {
  readonly #deps: Pick<Deps, 'db' | 'files'>;

  constructor(deps: Pick<Deps, 'db' | 'files'>) {
    this.#deps = deps;
  }

  /** The picture's newest file, or the one that it had at a time; undefined for an unknown name. */
  async findFile(name: string, at?: Date): Promise<LibraryFile | undefined> {
    const { db, files } = this.#deps;
    const file = isLibraryPicture(name) ? await findFile(db, name, at) : undefined;
    return file && { version: file.sha256, type: file.type, open: () => files.read(file.fileKey) };
  }
}
