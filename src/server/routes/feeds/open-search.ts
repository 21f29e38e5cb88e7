import { paths } from '#src/paths.ts';
import { escapeXml, xmlDeclaration } from './xml.ts';

/** The store's search for browsers (OpenSearch 1.1): both names are short by its rules. */
export function writeOpenSearch({
  siteName,
  origin,
}: {
  siteName: string;
  origin: string;
}): string {
  return (
    xmlDeclaration +
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n' +
    `<ShortName>${escapeXml(siteName.slice(0, 16))}</ShortName>\n` +
    `<Description>${escapeXml(`Search the market reports of ${siteName}`.slice(0, 1024))}</Description>\n` +
    '<InputEncoding>UTF-8</InputEncoding>\n' +
    `<Image width="16" height="16" type="image/x-icon">${escapeXml(origin)}/favicon.ico</Image>\n` +
    `<Url type="text/html" template="${escapeXml(origin + paths.search())}?q={searchTerms}"/>\n` +
    '</OpenSearchDescription>\n'
  );
}
