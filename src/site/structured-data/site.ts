/** schema.org's description of the publisher, of posts and of lists. */
import type { Author, AuthorOfPost } from '#core/catalogue/authors/author.model.ts';
import type { Post } from '#core/content/model.ts';
import type { SiteInfo } from '#core/store/model.ts';
import { paths } from '#src/paths.ts';
import { excerptHtml } from '#ui/html-excerpt.ts';

type Publisher = Pick<
  SiteInfo,
  'siteName' | 'email' | 'offices' | 'socialMedia' | 'logo' | 'hasRefundPolicy'
>;

/** The publisher, and the site with the address of its search. */
export const buildSiteData = (
  { siteName, email, offices: [office], socialMedia, logo, hasRefundPolicy }: Publisher,
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
    ...(hasRefundPolicy && { hasMerchantReturnPolicy: buildReturnPolicy(origin) }),
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

/** How the publisher gives money back, in a page of its own. */
export const buildReturnPolicy = (origin: string): object => ({
  '@type': 'MerchantReturnPolicy',
  merchantReturnLink: origin + paths.refundPolicy(),
});

/** A post in a sentence or two, for search engines. */
export const describePost = ({ metaDescription, summary, html }: Post): string =>
  metaDescription || summary || excerptHtml(html, 155);

type PlaceOfPost = {
  readonly isBlog: boolean;
  readonly url: string;
  readonly publisher: string;
  /** The author of reports whom the post names. */
  readonly author: AuthorOfPost | undefined;
};

/** A blog post as an article, a press release as a news article. */
export const buildPostData = (post: Post, place: PlaceOfPost): object => ({
  '@context': 'https://schema.org',
  '@type': place.isBlog ? 'Article' : 'NewsArticle',
  headline: post.name,
  description: describePost(post),
  datePublished: post.createdAt,
  dateModified: post.updatedAt,
  mainEntityOfPage: place.url,
  ...(post.image !== null && { image: new URL(paths.picture(post.image), place.url).href }),
  ...buildByline(post, place),
  publisher: buildPublisher(place),
});

const buildPublisher = ({ publisher, url }: Pick<PlaceOfPost, 'publisher' | 'url'>) => ({
  '@type': 'Organization',
  name: publisher,
  url: new URL(paths.home(), url).href,
});

/**
 * The person or desk that the post names, if the publisher has said which it is. The publisher
 * is the author of all others, and a name of unknown kind is its credit.
 */
function buildByline(post: Post, place: PlaceOfPost): object {
  const { author } = place;
  if (author?.kind)
    return {
      author: {
        '@type': author.kind === 'person' ? 'Person' : 'Organization',
        name: author.name,
        url: new URL(paths.author(author.slug), place.url).href,
      },
    };
  return {
    author: buildPublisher(place),
    ...(post.author !== '' && { creditText: post.author }),
  };
}

/** The author, if the publisher has said whether it is a person or a desk of its own. */
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

/**
 * Describes a list in its order; `start` is the place of its first entry among all pages. Nothing
 * if it shows nothing.
 */
export const describeItemList = (
  items: readonly { readonly title: string; readonly path: string }[],
  { origin, start = 1 }: { origin: string; start?: number },
): object[] => {
  if (items.length === 0) return [];
  const list = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    numberOfItems: items.length,
    itemListElement: items.map(({ title, path }, index) => ({
      '@type': 'ListItem',
      position: start + index,
      name: title,
      url: origin + path,
    })),
  };
  return [list];
};
