import escapeHtml from 'escape-html';
import { formatStamp, type Stamp } from '#core/orders/delivery/stamp.model.ts';

const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const corePropertiesType = 'application/vnd.openxmlformats-package.core-properties+xml';

/**
 * A feature of write-excel-file that adds the core properties of an OOXML package (ECMA-376 part 2,
 * section 11): title, publisher, and whose copy it is.
 */
export function createWorkbookProperties(
  title: string,
  publisher: string,
  stamp: Stamp | undefined,
) {
  const relationshipType = `${packageNamespace}/relationships/metadata/core-properties`;
  const contentType = emptyElement('Override', {
    PartName: '/docProps/core.xml',
    ContentType: corePropertiesType,
  });
  const relationship = emptyElement('Relationship', {
    Id: 'rIdCore',
    Type: relationshipType,
    Target: 'docProps/core.xml',
  });
  const core = renderCoreProperties(title, publisher, stamp);
  return {
    files: {
      transform: {
        '[Content_Types].xml': { insert: () => contentType },
        '_rels/.rels': { insert: () => relationship },
      },
      write: { files: () => ({ 'docProps/core.xml': core }) },
    },
  };
}

function renderCoreProperties(title: string, publisher: string, stamp: Stamp | undefined): string {
  const copy = stamp
    ? element('dc:description', formatStamp(stamp)) + element('cp:keywords', stamp.order)
    : '';
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<cp:coreProperties xmlns:cp="${packageNamespace}/metadata/core-properties" \
xmlns:dc="http://purl.org/dc/elements/1.1/">\
${element('dc:title', title)}${element('dc:creator', publisher)}${copy}</cp:coreProperties>`;
}

const emptyElement = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
    .join('')}/>`;

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

/** XML 1.0 has no control characters, not even escaped: they are left out. */
const escapeXml = (text: string): string =>
  escapeHtml(text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ''));
