const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** The first paragraph of clean HTML, or all of it where it has none. */
export const firstParagraph = (html: string): string => /<p>.*?<\/p>/s.exec(html)?.[0] ?? html;

/** The text of clean HTML, cut after a word where it is longer than `maxLength` characters. */
export function excerptHtml(html: string, maxLength: number): string {
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text.length <= maxLength) return text;
  return `${text.slice(0, text.lastIndexOf(' ', maxLength))}…`;
}
