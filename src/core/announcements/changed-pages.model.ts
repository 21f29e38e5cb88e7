/** Which pages of the site a cache tag speaks of. Pure. */

/**
 * The pages that are about the thing of a tag, as paths; those that only name it are not among
 * them.
 */
const ownPages: Readonly<Record<string, (slug: string) => readonly string[]>> = {
  report: (slug) => [`/${slug}`],
  industry: (slug) => [`/industries/${slug}`],
  author: (slug) => [`/author/${slug}`],
  blogPost: (slug) => [`/blog-detail/${slug}`],
  pressRelease: (slug) => [`/press-details/${slug}`],
};

const listOwnPages = (tag: string): readonly string[] => {
  const [kind, slug] = splitTag(tag);
  const build = Object.hasOwn(ownPages, kind) ? ownPages[kind] : undefined;
  return slug === undefined || !build ? [] : build(encodeURIComponent(slug));
};

function splitTag(tag: string): [kind: string, slug?: string] {
  const colon = tag.indexOf(':');
  return colon === -1 ? [tag] : [tag.slice(0, colon), tag.slice(colon + 1)];
}

/** Pages that search engines should read again, since their own content changed. */
export const listChangedPages = (tags: readonly string[]): string[] => [
  ...new Set(tags.flatMap(listOwnPages)),
];

/** The same with other forms of these pages, and the lists that begin with what is new. */
export const listCopiedPages = (tags: readonly string[]): string[] => [
  ...new Set([
    ...listChangedPages(tags),
    ...tags.filter((tag) => tag.startsWith('report:')).map((tag) => `/${tag.slice(7)}.md`),
    ...(tags.includes('catalogue')
      ? ['/', '/report-store', '/report-store/growth', '/industries']
      : []),
  ]),
];

/** True if every page may have changed: names, menus, texts of the site. */
export const changesEverything = (tags: readonly string[]): boolean =>
  tags.includes('site') || tags.includes('redirects');
