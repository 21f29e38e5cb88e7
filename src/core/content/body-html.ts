import { renderRichTextHtml } from '../catalogue/rich-text-html.model.ts';
import type { RichText } from '../catalogue/rich-text.model.ts';
import type { Deps } from '../deps.ts';

type BodyDeps = Pick<Deps, 'html'>;

/** A text as a tree, in which no script can be. */
export const readBody = ({ html: reader }: BodyDeps, html: string): RichText =>
  reader.readRichText(html);

/** HTML as our own renderer writes it: nothing of a script is left, whoever has typed it. */
export const cleanBody = (deps: BodyDeps, html: string): string =>
  renderRichTextHtml(readBody(deps, html), { pictureUrl: (name) => `/picture/${name}` });
