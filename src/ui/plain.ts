const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** The words of clean HTML, cut at a word's end where they are longer than `length` characters. */
export function plain(html: string, length: number): string {
  const words = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (words.length <= length) return words;
  return `${words.slice(0, words.lastIndexOf(' ', length))}…`;
}
