import { renderRichTextHtml } from '../catalogue/rich-text-html.model.ts';
import type { RichText } from '../catalogue/rich-text.model.ts';
import { fillPictures, listPictureNames } from '../catalogue/rich-text-pictures.model.ts';
import type { Deps, Tx } from '../deps.ts';
import { describePictures } from '../media/index.ts';

type BodyDeps = Pick<Deps, 'html'>;

/** A text as a tree, in which no script can be. */
export const readBody = ({ html: reader }: BodyDeps, html: string): RichText =>
  reader.readRichText(html);

/** HTML as our own renderer writes it: nothing of a script is left, whoever has typed it. */
export const cleanBody = (deps: BodyDeps, html: string): string => renderBody(readBody(deps, html));

/** The same; pictures of the library have their sizes, and its texts where they have none. */
export async function cleanBodyWithPictures(tx: Tx, deps: BodyDeps, html: string): Promise<string> {
  const body = readBody(deps, html);
  return renderBody(fillPictures(body, await describePictures(tx, listPictureNames(body))));
}

const renderBody = (body: RichText): string =>
  renderRichTextHtml(body, { pictureUrl: (name) => `/picture/${name}` });
