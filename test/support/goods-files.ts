/** Files of publishers for tests, good and bad; each is made here, none is stored. */
import { deflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

/** A PDF by pdfkit with "Page 1 of the report" and so on; `options` as pdfkit takes them. */
export async function createPdf(
  pages: number,
  options: PDFKit.PDFDocumentOptions = {},
  draw: (pdf: PDFKit.PDFDocument, page: number) => void = () => {},
): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, ...options });
  const parts: Buffer[] = [];
  pdf.on('data', (part: Buffer) => parts.push(part));
  const finished = new Promise<Buffer>((resolve) =>
    pdf.once('end', () => resolve(Buffer.concat(parts))),
  );
  for (let page = 1; page <= pages; page++) {
    pdf.addPage();
    pdf.text(`Page ${page} of the report`, 100, 100);
    draw(pdf, page);
  }
  pdf.end();
  return finished;
}

/** Turns pdfkit's page by so many degrees when it is shown. */
export const rotatePage = (pdf: PDFKit.PDFDocument, degrees: number): void =>
  void Object.assign(pdf.page.dictionary.data, { Rotate: degrees });

/** A stream object. */
export const pdfStream = (content: string | Buffer, entries = ''): string => {
  const data = Buffer.isBuffer(content) ? content : Buffer.from(content, 'latin1');
  return `<</Length ${data.length} ${entries}>>\nstream\n${data.toString('latin1')}\nendstream`;
};

/** A stream that unpacks to so many bytes of white space. */
export const packedSpaces = (bytes: number): string =>
  pdfStream(deflateSync(Buffer.alloc(bytes, 32)), '/Filter /FlateDecode');

/** A PDF of these objects, numbered from 1; the first is the catalog. */
export function createRawPdf(objects: readonly string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}` +
      `trailer\n<</Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}

/** The parts of a raw PDF of one page that a test wants to be odd. */
type OnePage = {
  readonly catalog?: string;
  readonly pages?: string;
  readonly page?: string;
  readonly content?: string;
  readonly more?: readonly string[];
  readonly trailer?: string;
};

/** A raw PDF of one page that says "Steel"; objects 1 to 5 are its own, more begin at 6. */
export const createOnePage = (odd: OnePage = {}): Buffer =>
  createRawPdf(
    [
      `<</Type /Catalog /Pages 2 0 R ${odd.catalog ?? ''}>>`,
      `<</Type /Pages /Kids [3 0 R] /Count 1 ${odd.pages ?? '/MediaBox [0 0 595 842] /Resources <</Font <</F 5 0 R>>>>'}>>`,
      `<</Type /Page /Parent 2 0 R /Contents 4 0 R ${odd.page ?? ''}>>`,
      odd.content ?? pdfStream('BT /F 24 Tf 100 400 Td (Steel) Tj ET'),
      '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
      ...(odd.more ?? []),
    ],
    odd.trailer,
  );

const relationshipsNamespace = 'http://schemas.openxmlformats.org/package/2006/relationships';
const mainParts = {
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
  docx: ['word/document.xml', 'wordprocessingml.document.main'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation.main'],
} as const;

/** The parts of an Office file as its program writes them, for `createZip`. */
export function officeParts(
  kind: keyof typeof mainParts,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [mainPart, type] = mainParts[kind];
  const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return {
    '[Content_Types].xml':
      '<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
      '<Default Extension="xml" ContentType="application/xml"/>' +
      `<Override PartName="/${mainPart}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/></Types>`,
    '_rels/.rels':
      `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${relationshipsNamespace}">` +
      `<Relationship Id="rId1" Type="${officeDocument}/officeDocument" Target="${mainPart}"/></Relationships>`,
    [mainPart]: `<main>${'steel '.repeat(500)}</main>`,
    ...more,
  };
}
