import { paths } from '#src/paths.ts';
import { escapeXml, xmlDeclaration } from './xml.ts';

/** The document's own type, and that of the suggestions that browsers show while somebody types. */
export const openSearchType = 'application/opensearchdescription+xml';
export const suggestionsType = 'application/x-suggestions+json';

/** The store's search for browsers (OpenSearch 1.1, with its extension for suggestions). */
export function writeOpenSearch({
  siteName,
  origin,
}: {
  siteName: string;
  origin: string;
}): string {
  const address = (path: string): string => escapeXml(origin + path);
  const search = (path: string): string => `${address(path)}?q={searchTerms}`;
  return (
    xmlDeclaration +
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n' +
    `<ShortName>${escapeXml(shorten(siteName, 16))}</ShortName>\n` +
    `<LongName>${escapeXml(shorten(siteName, 48))}</LongName>\n` +
    `<Description>${escapeXml(shorten(`Search the market reports of ${siteName}`, 1024))}</Description>\n` +
    '<InputEncoding>UTF-8</InputEncoding>\n' +
    '<OutputEncoding>UTF-8</OutputEncoding>\n' +
    `<Image width="32" height="32" type="image/x-icon">${address('/favicon.ico')}</Image>\n` +
    `<Url type="text/html" template="${search(paths.search())}"/>\n` +
    `<Url type="${suggestionsType}" template="${search(paths.suggestionsEndpoint())}"/>\n` +
    `<Url type="${openSearchType}" rel="self" template="${address(paths.openSearch())}"/>\n` +
    '</OpenSearchDescription>\n'
  );
}

/** Its first words that have so many characters together; of a longer first word its beginning. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const words = text.slice(0, maxLength + 1).replace(/\s+\S*$/, '');
  return words.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}
