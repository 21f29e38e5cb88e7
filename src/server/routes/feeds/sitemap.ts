/** Sitemaps as sitemaps.org/protocol.html and Google's image extension describe them. */
import { escapeXml, xmlDeclaration } from './xml.ts';

export type SitemapUrl = {
  readonly url: string;
  readonly lastModified?: Date | undefined;
  readonly imageUrl?: string | undefined;
};

/** The beginning and the end of a sitemap; between them stand the elements of `writeUrl`. */
export const sitemapStart =
  xmlDeclaration +
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ' +
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n';
export const sitemapEnd = '</urlset>\n';

export const writeUrl = ({ url, lastModified, imageUrl }: SitemapUrl): string =>
  `<url>${writeLocation(url, lastModified)}${
    imageUrl === undefined
      ? ''
      : `<image:image><image:loc>${escapeXml(imageUrl)}</image:loc></image:image>`
  }</url>\n`;

/** A sitemap that is small enough to be one text. */
export const writeSitemap = (urls: readonly SitemapUrl[]): string =>
  sitemapStart + urls.map(writeUrl).join('') + sitemapEnd;

/** The list of all sitemaps. */
export const writeSitemapIndex = (sitemaps: readonly SitemapUrl[]): string =>
  `${xmlDeclaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${sitemaps
    .map(({ url, lastModified }) => `<sitemap>${writeLocation(url, lastModified)}</sitemap>\n`)
    .join('')}</sitemapindex>\n`;

const writeLocation = (url: string, lastModified: Date | undefined): string =>
  `<loc>${escapeXml(url)}</loc>${
    lastModified === undefined ? '' : `<lastmod>${lastModified.toISOString()}</lastmod>`
  }`;
