import escapeHtml from 'escape-html';

/**
 * The XMP packet with the reader's line as terms of use (the XMP specification's rights management
 * schema, which PDF/A knows too). The packet has no such terms yet.
 */
export function addUsageTerms(packet: string, line: string): string {
  const description =
    '<rdf:Description rdf:about="" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">' +
    '<xmpRights:Marked>True</xmpRights:Marked><xmpRights:UsageTerms><rdf:Alt>' +
    `<rdf:li xml:lang="x-default">${escapeHtml(line)}</rdf:li>` +
    '</rdf:Alt></xmpRights:UsageTerms></rdf:Description>';
  const end = packet.lastIndexOf('</rdf:RDF>');
  return packet.slice(0, end) + description + packet.slice(end);
}
