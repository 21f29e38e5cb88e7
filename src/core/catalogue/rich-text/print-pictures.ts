import { buffer } from 'node:stream/consumers';
import type { Deps } from '../../deps.ts';
import { findPictureFile } from '../../media/index.ts';
import type { PrintedPicture } from '../../media/model.ts';
import type { RichText } from './rich-text.model.ts';
import { listPictureNames } from './rich-text-pictures.model.ts';

/** The library's pictures, made ready for paper. */
export class PicturePrinting {
  readonly #deps: Pick<Deps, 'db' | 'files' | 'pictures'>;

  constructor(deps: Pick<Deps, 'db' | 'files' | 'pictures'>) {
    this.#deps = deps;
  }

  /**
   * Returns the pictures of a description by their names, as they were at that time or are now.
   * Those that are not there any more are missing.
   */
  async print(description: RichText, at?: Date): Promise<Readonly<Record<string, PrintedPicture>>> {
    const { db, files, pictures } = this.#deps;
    const printed: Record<string, PrintedPicture> = {};
    for (const name of listPictureNames(description)) {
      const file = await findPictureFile(db, name, at);
      const stream = file && (await files.read(file.fileKey));
      if (!stream) continue;
      printed[name] = await pictures.toPrint(new Uint8Array(await buffer(stream)));
    }
    return printed;
  }
}
