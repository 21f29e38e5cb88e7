/** The HTML that a store's own texts may have. Pure. */
import { z } from 'zod';

const allowedTag =
  /^<\/?(p|h2|h3|ul|ol|li|strong|em|b|i|br|table|thead|tbody|tr|th|td)>$|^<\/a>$|^<a href="(https?:\/\/|mailto:|\/)[^"<>]*">$/;

/** The first tag that is not allowed; undefined where all are. Also `<` alone must be `&lt;`. */
function findForbiddenTag(html: string): string | undefined {
  for (const { index } of html.matchAll(/</g)) {
    const end = html.indexOf('>', index);
    const tag = end === -1 ? html.slice(index, index + 20) : html.slice(index, end + 1);
    if (!allowedTag.test(tag)) return tag.slice(0, 60);
  }
  return undefined;
}

/** Headings, paragraphs, lists, tables and links; anything else is refused, never removed. */
export const htmlText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .superRefine((html, context) => {
      const tag = findForbiddenTag(html);
      if (tag !== undefined)
        context.addIssue({
          code: 'custom',
          message: `${tag} is not allowed: use p, h2, h3, ul, ol, li, strong, em, br, tables and <a href="…">`,
        });
    });
