const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** The first paragraph of clean HTML, or all of it if it has none. */
export const firstParagraph = (html: string): string => /<p>.*?<\/p>/s.exec(html)?.[0] ?? html;

const besideText = /<(h[1-6]|table|figure)\b.*?<\/\1>/gs;

/**
 * The sentences of clean HTML, without headings, tables and figures if it has more than these;
 * cut if they are longer than `maxLength` characters, after a word if there is one.
 */
export function excerptHtml(html: string, maxLength: number): string {
  const text = toText(html.replaceAll(besideText, ' ')) || toText(html);
  if (text.length <= maxLength) return text;
  const end = text.lastIndexOf(' ', maxLength);
  return `${text.slice(0, end === -1 ? maxLength : end)}…`;
}

const inlineTag = /<\/?(?:a|abbr|b|code|em|i|mark|q|s|small|span|strong|sub|sup|u)\b[^>]*>/g;

const toText = (html: string): string =>
  html
    .replaceAll(inlineTag, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
