import { readFileSync } from 'node:fs';
import { findInTool, importFromTool } from '../../scripts/support/install-tool.ts';

type SourceFile = { readonly fileName: string; readonly contents: string };
/** The part of libxml2 in xmllint-wasm that we use. */
type XmlLint = {
  readonly validateXML: (files: {
    readonly xml: SourceFile;
    readonly schema: SourceFile;
    readonly preload: readonly SourceFile[];
  }) => Promise<{ readonly errors: readonly { readonly message: string }[] }>;
};

const { validateXML } = (await importFromTool('test', 'xmllint-wasm')) as XmlLint;

/** As sitemaps.org publishes it; a library that writes sitemaps brings it along. */
const sitemapSchema = readFileSync(findInTool('test', 'sitemap/schema/sitemap.xsd'), 'utf8');

const schemaNamespace = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const imageNamespace = 'http://www.google.com/schemas/sitemap-image/1.1';

/** Google's schema for pictures in sitemaps: each has an address, and nothing else. */
const imageSchema = `<xsd:schema ${schemaNamespace} targetNamespace="${imageNamespace}"
  elementFormDefault="qualified">
  <xsd:element name="image">
    <xsd:complexType>
      <xsd:sequence><xsd:element name="loc" type="xsd:anyURI"/></xsd:sequence>
    </xsd:complexType>
  </xsd:element>
</xsd:schema>`;

const bothSchemas = `<xsd:schema ${schemaNamespace}>
  <xsd:import namespace="http://www.sitemaps.org/schemas/sitemap/0.9" schemaLocation="sitemap.xsd"/>
  <xsd:import namespace="${imageNamespace}" schemaLocation="image.xsd"/>
</xsd:schema>`;

/** Returns the errors that libxml2 finds by the XSD of sitemaps in a file of addresses. */
export async function listSitemapErrors(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: { fileName: 'given.xml', contents: xml },
    schema: { fileName: 'both.xsd', contents: bothSchemas },
    preload: [
      { fileName: 'sitemap.xsd', contents: sitemapSchema },
      { fileName: 'image.xsd', contents: imageSchema },
    ],
  });
  return errors.map(({ message }) => message);
}
