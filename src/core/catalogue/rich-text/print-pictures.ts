import { buffer } from 'node:stream/consumers';
import type { Deps } from '../../deps.ts';
import { LibraryPictures } from '../../media/index.ts';
import type { PrintedPicture } from '../../media/model.ts';
import type { RichText } from './rich-text.model.ts';
import { listPictureNames } from './rich-text-pictures.model.ts';

/** The library's pictures, made ready for paper. */
export class PicturePrinting {
  readonly #library: LibraryPictures;
  readonly #pictures: Deps['pictures'];

  constructor(deps: Pick<Deps, 'db' | 'files' | 'pictures'>) {
    this.#library = new LibraryPictures(deps);
    this.#pictures = deps.pictures;
  }

  /**
   * Returns the pictures of a description by their names, as they were at that time or are now.
   * Those that are not there any more are missing.
   */
  async print(description: RichText, at?: Date): Promise<Readonly<Record<string, PrintedPicture>>> {
    const printed: Record<string, PrintedPicture> = {};
    for (const name of listPictureNames(description)) {
      const file = await this.#library.findFile(name, at);
      const stream = await file?.open();
      if (!stream) continue;
      printed[name] = await this.#pictures.toPrint(new Uint8Array(await buffer(stream)));
    }
    return printed;
  }
}
