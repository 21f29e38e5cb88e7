/**
 * First parts of addresses that are in small letters to the end; codes and tokens follow others.
 */
const inSmallLetters = new Set([
  'industries',
  'author',
  'feed',
  'report-details',
  'blog-detail',
  'press-details',
]);

/** The file name that other sites' servers add to the address of a folder. */
const indexFile = /\/index\.(?:html?|php)$/i;

/** "." and ".." mean another path, which no page of ours has in its address. */
const dotSegment = /^(?:\.|%2e){1,2}$/i;

/**
 * The spelling that a path has on our pages: no doubled slashes, none at the end, no "index.html",
 * and small letters but in codes and tokens. The same path if it is spelled so already.
 */
export function spellPath(path: string): string {
  const parts = path.replace(indexFile, '').split('/').filter(Boolean);
  if (parts.some((part) => dotSegment.test(part))) return path;
  // "//" alone means no page.
  if (parts.length === 0) return indexFile.test(path) ? '/' : path;
  const [first = '', ...others] = parts;
  const small = first.toLowerCase();
  const isSmall = others.length === 0 || inSmallLetters.has(small);
  return `/${[small, ...(isSmall ? others.map((part) => part.toLowerCase()) : others)].join('/')}`;
}
