import { renderRichTextHtml } from '../catalogue/rich-text/rich-text-html.model.ts';
import type { RichText } from '../catalogue/rich-text/rich-text.model.ts';
import { fillPictures, listPictureNames } from '../catalogue/rich-text/rich-text-pictures.model.ts';
import type { Deps, Tx } from '../deps.ts';
import { ok, type Outcome } from '../kernel/outcome.model.ts';
import { describePictures, holdPictures } from '../media/index.ts';

/** The HTML of texts that somebody typed. */
export class BodyHtml {
  readonly #deps: Pick<Deps, 'html'>;

  constructor(deps: Pick<Deps, 'html'>) {
    this.#deps = deps;
  }

  /** Returns a text as a tree, in which no script can be, as the editor of rich text takes it. */
  read(html: string): RichText {
    return this.#deps.html.readRichText(html);
  }

  /**
   * Returns HTML as our own renderer writes it: nothing of a script is left, no matter who typed it.
   * Pictures of the library have their sizes, and its texts if they have none; they stay until `tx`
   * ends. `invalid` at the field for one that the library does not have.
   */
  async clean(tx: Tx, html: string, field: string): Promise<Outcome<string>> {
    const body = this.read(html);
    const names = listPictureNames(body);
    const missing = await holdPictures(tx, names, field);
    return missing ?? ok(renderBody(fillPictures(body, await describePictures(tx, names))));
  }
}

const renderBody = (body: RichText): string =>
  renderRichTextHtml(body, { pictureUrl: (name) => `/picture/${name}` });
