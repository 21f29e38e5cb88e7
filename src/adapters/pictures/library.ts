import { buffer } from 'node:stream/consumers';
import type { LibraryPictures } from '#core/media/library-pictures.ts';
import type { PictureSource } from './index.ts';

/** The original of a picture of the library; undefined if it has none of that name. */
export async function findInLibrary(
  library: LibraryPictures,
  name: string,
): Promise<PictureSource | undefined> {
  const file = await library.findFile(name);
  if (!file) return undefined;
  const read = async (): Promise<Uint8Array | undefined> => {
    const stream = await file.open();
    return stream && new Uint8Array(await buffer(stream));
  };
  return { version: file.version, read };
}
