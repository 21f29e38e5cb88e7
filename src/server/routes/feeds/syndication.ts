/** A list of texts as Atom (RFC 4287) and as RSS 2.0. */
import { escapeXml, xmlDeclaration } from './xml.ts';

export type FeedEntry = {
  /** The same for as long as the text exists, wherever it moves. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly publishedAt: Date;
  readonly updatedAt: Date;
  /** Plain text, or HTML that was sanitised. */
  readonly content: { readonly type: 'text' | 'html'; readonly value: string };
};

export type Feed = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly publisher: string;
  /** The page that shows the same. */
  readonly pageUrl: string;
  readonly selfUrl: string;
  readonly entries: readonly FeedEntry[];
};

export const feedTypes = {
  atom: 'application/atom+xml; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
} as const;
export type FeedFormat = keyof typeof feedTypes;

export const writeFeed = (feed: Feed, format: FeedFormat): string =>
  format === 'atom' ? writeAtom(feed) : writeRss(feed);

function writeAtom(feed: Feed): string {
  return `${xmlDeclaration}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${escapeXml(feed.id)}</id>
<title type="text">${escapeXml(feed.title)}</title>
<subtitle type="text">${escapeXml(feed.description)}</subtitle>
<updated>${findNewest(feed).toISOString()}</updated>
<author><name>${escapeXml(feed.publisher)}</name></author>
<link rel="alternate" type="text/html" href="${escapeXml(feed.pageUrl)}"/>
<link rel="self" type="application/atom+xml" href="${escapeXml(feed.selfUrl)}"/>
${feed.entries.map(writeAtomEntry).join('')}</feed>
`;
}

const writeAtomEntry = (entry: FeedEntry): string => `<entry>
<id>${escapeXml(entry.id)}</id>
<title type="text">${escapeXml(entry.title)}</title>
<link rel="alternate" type="text/html" href="${escapeXml(entry.url)}"/>
<published>${entry.publishedAt.toISOString()}</published>
<updated>${entry.updatedAt.toISOString()}</updated>
${writeAtomContent(entry.content)}
</entry>
`;

const writeAtomContent = ({ type, value }: FeedEntry['content']): string =>
  type === 'text'
    ? `<summary type="text">${escapeXml(value)}</summary>`
    : `<content type="html">${escapeXml(value)}</content>`;

function writeRss(feed: Feed): string {
  return `${xmlDeclaration}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(feed.title)}</title>
<link>${escapeXml(feed.pageUrl)}</link>
<description>${escapeXml(feed.description)}</description>
<language>en</language>
<lastBuildDate>${findNewest(feed).toUTCString()}</lastBuildDate>
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(feed.selfUrl)}"/>
${feed.entries.map(writeRssItem).join('')}</channel>
</rss>
`;
}

const writeRssItem = ({ id, url, title, publishedAt, content }: FeedEntry): string => `<item>
<title>${escapeXml(title)}</title>
<link>${escapeXml(url)}</link>
<guid isPermaLink="false">${escapeXml(id)}</guid>
<pubDate>${publishedAt.toUTCString()}</pubDate>
<description>${content.type === 'html' ? escapeXml(content.value) : escapeXml(escapeXml(content.value))}</description>
</item>
`;

/** Readers think older days of a feed a mistake; also the year in the names of entries. */
const beginning = Date.parse('2026-01-01T00:00:00Z');

/** The day of the newest change; the beginning of the program for a feed without entries. */
const findNewest = ({ entries }: Feed): Date =>
  entries.length === 0
    ? new Date(beginning)
    : new Date(Math.max(...entries.map(({ updatedAt }) => Number(updatedAt))));
