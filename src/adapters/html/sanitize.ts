import sanitizeHtml from 'sanitize-html';
import { cleanText } from '#core/kernel/clean-text.model.ts';

/** Elements in each other beyond this lose their tags and keep their text. */
const nestingLimit = 200;
/** The parser's time grows with the square of the depth; nobody writes such a text. */
const maxDepth = 1000;
/** Elements that end by themselves where the next one begins, or have no end. */
const endsItself = /^(?:p|li|td|th|tr|br|img|hr|input|meta|link|col|option|dt|dd)$/i;
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const inline = ['a', 'b', 'strong', 'i', 'em', 'br', 'img'];
const blocks = ['p', 'div', 'section', 'article', 'aside', 'blockquote', 'pre', 'ul', 'ol', 'li'];
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'];
/** Elements whose content is no text for readers, or no HTML. */
const withoutText = [
  'script',
  'style',
  'textarea',
  'option',
  'xmp',
  'noscript',
  'noembed',
  'noframes',
  'template',
  'title',
  'svg',
  'math',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'select',
];

export type HtmlToken =
  | { readonly kind: 'open' | 'close'; readonly tag: string; readonly attributes: Attributes }
  | { readonly kind: 'text'; readonly text: string };
type Attributes = Readonly<Record<string, string>>;

/**
 * Tags and texts of a stranger's HTML: only elements that a description may have, balanced, with
 * few attributes. What it can't be sure of becomes text, which nobody runs.
 */
export function* readTokens(html: string): Generator<HtmlToken> {
  const clean = sanitizeHtml(removeTagsOfDeepTrees(cleanText(html)), {
    allowedTags: [...headings, ...inline, ...blocks, ...tables, 'figure', 'figcaption'],
    allowedAttributes: {
      '*': ['class'],
      a: ['href'],
      img: ['src', 'alt'],
      figure: ['data-chart'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nonTextTags: withoutText,
    nestingLimit,
  });
  for (const [token, tag, rest] of clean.matchAll(/<(\/?[a-z][a-z0-9]*)([^>]*)>|[^<]+|</g)) {
    if (tag === undefined) yield { kind: 'text', text: unescape(token) };
    else if (tag.startsWith('/')) yield { kind: 'close', tag: tag.slice(1), attributes: {} };
    else yield { kind: 'open', tag, attributes: readAttributes(rest ?? '') };
  }
}

function removeTagsOfDeepTrees(html: string): string {
  let depth = 0;
  for (const [, end, tag = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (!endsItself.test(tag)) depth = Math.max(0, depth + (end ? -1 : 1));
    if (depth > maxDepth) return html.replaceAll(/<[^<>]*>?/g, ' ');
  }
  return html;
}

const readAttributes = (text: string): Attributes =>
  Object.fromEntries(
    [...text.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      unescape(value),
    ]),
  );

/** The only four entities that sanitize-html writes. */
const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
const unescape = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|amp);/g, (_, name: string) => characters[name] ?? '');
