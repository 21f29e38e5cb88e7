import type { App } from '#core/app.ts';
import { toPlainText } from '#core/catalogue/rich-text.model.ts';

/**
 * What is saved, without its formatting, to be shown beside what was typed; undefined where nothing
 * was typed, so that it is read for refused forms alone.
 */
export const readSavedText = (
  { content }: Pick<App, 'content'>,
  saved: string,
  typed: string | undefined,
): string | undefined => (typed === undefined ? undefined : toPlainText(content.readBody(saved)));
