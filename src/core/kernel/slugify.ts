/** Names as parts of addresses. Pure. */

const maxSlugLength = 80;

/**
 * "Wheat Market: U.S. Output" as "wheat-market-us-output"; accents are left out. '' for a name
 * without Latin letters and digits. A last word of one or two characters, often a cut one, is
 * dropped.
 */
export function slugify(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/\b([a-z])\.(?=[a-z]\.|\s|$)/g, '$1')
    .replaceAll(/[\p{M}'’]/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  if (slug.length <= maxSlugLength) return slug;
  return slug
    .slice(0, maxSlugLength)
    .replace(/-[^-]*$/, (tail) => (tail.length < 4 ? '' : tail))
    .replace(/-$/, '');
}
