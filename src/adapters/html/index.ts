import type { HtmlReader } from '#core/imports/html-reader.ts';
import { readOutline } from './outline.ts';
import { RichTextBuilder } from './rich-text-builder.ts';
import { readTokens } from './sanitize.ts';
import { readWordMarks } from './word-marks.ts';

/** Reads a stranger's HTML into trees of ours, in which no script can be. */
export const htmlReader: HtmlReader = {
  readRichText: (html) => {
    const builder = new RichTextBuilder();
    for (const token of readTokens(html)) {
      if (token.kind === 'text') builder.addText(token.text);
      else if (token.kind === 'open') builder.open(token.tag, token.attributes);
      else builder.close(token.tag);
    }
    return builder.finish();
  },
  readOutline: (html) => readOutline(readTokens(readWordMarks(html))),
};
