import type { Database, Tx } from '../../deps.ts';
import { describePictures } from '../../media/index.ts';
import type { RichText } from './rich-text.model.ts';
import { fillPictures, listPictureNames } from './rich-text-pictures.model.ts';

/** The description as it is shown: its pictures have their sizes and texts from the library. */
export async function describePicturesIn(
  db: Database | Tx,
  description: RichText,
): Promise<RichText> {
  const names = listPictureNames(description);
  return names.length === 0
    ? description
    : fillPictures(description, await describePictures(db, names));
}
