import { isDeepStrictEqual } from 'node:util';
import type { App } from '#core/app.ts';
import { toPlainText } from '#core/catalogue/rich-text/rich-text.model.ts';

/**
 * Returns the saved text without its formatting, to be shown beside what was typed; undefined if
 * nothing was typed, or the same. Editors write HTML in a form of their own: the texts are compared
 * as read.
 */
export function readSavedText(
  { content }: Pick<App, 'content'>,
  saved: string,
  typed: string | undefined,
): string | undefined {
  if (typed === undefined) return undefined;
  const tree = content.body.read(saved);
  return isDeepStrictEqual(tree, content.body.read(typed)) ? undefined : toPlainText(tree);
}
