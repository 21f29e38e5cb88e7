/** schema.org's description of the publisher, of posts and of lists. */
import type { Author } from '#core/catalogue/author.model.ts';
import type { Post } from '#core/content/model.ts';
import type { SiteInfo } from '#core/store/model.ts';
import { paths } from '#src/paths.ts';
import { excerptHtml } from '#ui/html-excerpt.ts';

type Publisher = Pick<SiteInfo, 'siteName' | 'email' | 'offices' | 'socialMedia' | 'logo'>;

/** The publisher, and the site with the address of its search. */
export const buildSiteData = (
  { siteName, email, offices: [office], socialMedia, logo }: Publisher,
  origin: string,
): object[] => [
  {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: siteName,
    url: origin + paths.home(),
    logo: logo === null ? `${origin}/favicon.svg` : new URL(paths.picture(logo), origin).href,
    ...(email && { email }),
    ...(office?.phone && { telephone: office.phone }),
    ...(office && { address: office.address }),
    sameAs: Object.values(socialMedia),
  },
  {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: siteName,
    url: origin + paths.home(),
    potentialAction: {
      '@type': 'SearchAction',
      target: {
        '@type': 'EntryPoint',
        urlTemplate: `${origin}${paths.search()}?q={search_term_string}`,
      },
      'query-input': 'required name=search_term_string',
    },
  },
];

/** A post in a sentence or two, for search engines. */
export const describePost = ({ metaDescription, summary, html }: Post): string =>
  metaDescription || summary || excerptHtml(html, 155);

/** A blog post as an article, a press release as a news article. */
export const buildPostData = (
  post: Post,
  { isBlog, url, publisher }: { isBlog: boolean; url: string; publisher: string },
): object => ({
  '@context': 'https://schema.org',
  '@type': isBlog ? 'Article' : 'NewsArticle',
  headline: post.name,
  description: describePost(post),
  datePublished: post.createdAt,
  dateModified: post.updatedAt,
  mainEntityOfPage: url,
  ...(post.image !== null && { image: new URL(paths.picture(post.image), url).href }),
  // Nobody has said whether it is a person or a desk.
  author: post.author || { '@type': 'Organization', name: publisher },
  publisher: { '@type': 'Organization', name: publisher },
});

/** The author, where the publisher has said whether it is a person or a desk of its own. */
export const buildAuthorData = (
  { slug, name, kind, about }: Author,
  { origin, publisher }: { origin: string; publisher: string },
): object[] => {
  if (kind === null) return [];
  const organization = { '@type': 'Organization', name: publisher, url: origin };
  return [
    {
      '@context': 'https://schema.org',
      '@type': kind === 'person' ? 'Person' : 'Organization',
      name,
      url: origin + paths.author(slug),
      ...(about && { description: about }),
      ...(kind === 'person' ? { worksFor: organization } : { parentOrganization: organization }),
    },
  ];
};

/** Reports as entries of a list. */
export const toListItems = (
  reports: readonly { readonly title: string; readonly slug: string }[],
): { title: string; path: string }[] =>
  reports.map(({ title, slug }) => ({ title, path: paths.report(slug) }));

/** What a list shows, in its order; `start` is the place of its first entry among all pages. */
export const buildItemList = (
  items: readonly { readonly title: string; readonly path: string }[],
  { origin, start = 1 }: { origin: string; start?: number },
): object => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  numberOfItems: items.length,
  itemListElement: items.map(({ title, path }, index) => ({
    '@type': 'ListItem',
    position: start + index,
    name: title,
    url: origin + path,
  })),
});
