import escapeHtml from 'escape-html';
import { formatStamp, type Stamp } from '#core/orders/documents/invoice.model.ts';

/** XML 1.0 has no control characters, not even escaped: they are left out. */
const escapeXml = (text: string): string =>
  escapeHtml(text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ''));

/** The core properties of an OOXML package (ECMA-376 part 2, section 11): title, maker, and whose copy it is. */
export function createWorkbookProperties(
  title: string,
  publisher: string,
  stamp: Stamp | undefined,
) {
  const core = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(publisher)}</dc:creator>${stamp ? `<dc:description>${escapeXml(formatStamp(stamp))}</dc:description><cp:keywords>${escapeXml(stamp.order)}</cp:keywords>` : ''}</cp:coreProperties>`;
  return {
    files: {
      transform: {
        '[Content_Types].xml': {
          insert: () =>
            '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>',
        },
        '_rels/.rels': {
          insert: () =>
            '<Relationship Id="rIdCore" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>',
        },
      },
      write: { files: () => ({ 'docProps/core.xml': core }) },
    },
  };
}
