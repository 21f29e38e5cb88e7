import { buffer } from 'node:stream/consumers';
import type { Deps } from '../../deps.ts';
import { LibraryPictures } from '../../media/index.ts';
import type { PrintedPicture } from '../../media/model.ts';
import type { RichText } from './rich-text.model.ts';
import { listPictureNames } from './rich-text-pictures.model.ts';

/**
 * The library's pictures of a description, ready for paper, as they were at that time or are now.
 * Those that are not there any more are missing.
 */
export async function printPictures(
  deps: Pick<Deps, 'db' | 'files' | 'pictures'>,
  description: RichText,
  at?: Date,
): Promise<Readonly<Record<string, PrintedPicture>>> {
  const library = new LibraryPictures(deps);
  const printed: Record<string, PrintedPicture> = {};
  for (const name of listPictureNames(description)) {
    const file = await library.findFile(name, at);
    const stream = await file?.open();
    if (stream) printed[name] = await deps.pictures.toPrint(new Uint8Array(await buffer(stream)));
  }
  return printed;
}
