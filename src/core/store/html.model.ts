/** The HTML that a store's own texts may have. Pure. */
import { z } from 'zod';

/** A value in quotes, as our own renderer writes it: nothing in it can end the attribute. */
const value = '[^"<>]*';

/** Every tag that the editor of rich text writes, in its own spelling; and a few of older texts. */
const allowedTags = [
  /^<\/?(p|h2|h3|ul|ol|li|strong|em|b|i|br|table|caption|thead|tbody|tr|th|td|figure|figcaption)>$/,
  /^<t[dh]( colspan="\d{1,4}")?( rowspan="\d{1,4}")?>$/,
  /^<\/(a|div)>$/,
  new RegExp(`^<a href="(https?://|mailto:|/(?!/)|#)${value}">$`),
  /^<div class="key-takeaways">$/,
  new RegExp(
    `^<img src="/picture/media/[a-z0-9-]+" alt="${value}"( width="\\d{1,5}" height="\\d{1,5}")?>$`,
  ),
];

/** The first tag that is not allowed; undefined if all are. Also `<` alone must be `&lt;`. */
function findForbiddenTag(html: string): string | undefined {
  for (const { index } of html.matchAll(/</g)) {
    const end = html.indexOf('>', index);
    const tag = end === -1 ? html.slice(index, index + 20) : html.slice(index, end + 1);
    if (!allowedTags.some((allowed) => allowed.test(tag))) return tag.slice(0, 60);
  }
  return undefined;
}

/**
 * Headings, paragraphs, lists, tables, links, key takeaways and pictures of the library, as
 * `renderRichTextHtml` writes them; anything else is refused, never removed.
 */
export const htmlText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .superRefine((html, context) => {
      const tag = findForbiddenTag(html);
      if (tag !== undefined)
        context.addIssue({
          code: 'custom',
          message:
            `${tag} can’t be used here. A text can have headings (h2, h3), paragraphs (p), ` +
            'lists (ul, ol, li), strong and em, tables, links (<a href="…">) and pictures of ' +
            'the library.',
        });
    });
