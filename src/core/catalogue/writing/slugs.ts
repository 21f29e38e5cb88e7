/** Slugs of reports, industries and authors, made from their names. Pure. */

const maxSlugLength = 80;
/** Shorter slugs, and a year alone, say nothing: those of titles in another alphabet. */
const minSlugLength = 3;

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

/** The slug that a title gives, and the code's for a title of another alphabet. */
export function makeReportSlug(title: string, code: string): string {
  const slug = slugify(title);
  return slug.length >= minSlugLength && /[a-z]/.test(slug) ? slug : slugify(code);
}
