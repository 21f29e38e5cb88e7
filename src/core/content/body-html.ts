import { renderRichTextHtml } from '../catalogue/rich-text/rich-text-html.model.ts';
import type { RichText } from '../catalogue/rich-text/rich-text.model.ts';
import { fillPictures, listPictureNames } from '../catalogue/rich-text/rich-text-pictures.model.ts';
import type { Deps, Tx } from '../deps.ts';
import { ok, type Outcome } from '../kernel/outcome.model.ts';
import { describePictures, holdPictures } from '../media/index.ts';

type BodyDeps = Pick<Deps, 'html'>;

/** A text as a tree, in which no script can be. */
export const readBody = ({ html: reader }: BodyDeps, html: string): RichText =>
  reader.readRichText(html);

/**
 * HTML as our own renderer writes it: nothing of a script is left, no matter who typed it. Pictures
 * of the library have their sizes, and its texts where they have none; they stay until `tx` ends.
 * `invalid` at the field for one that the library does not have.
 */
export async function cleanBody(
  tx: Tx,
  deps: BodyDeps,
  html: string,
  field: string,
): Promise<Outcome<string>> {
  const body = readBody(deps, html);
  const names = listPictureNames(body);
  const missing = await holdPictures(tx, names, field);
  return missing ?? ok(renderBody(fillPictures(body, await describePictures(tx, names))));
}

const renderBody = (body: RichText): string =>
  renderRichTextHtml(body, { pictureUrl: (name) => `/picture/${name}` });
