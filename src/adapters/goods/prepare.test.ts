import { deflateSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatStamp } from '#core/orders/delivery/stamp.model.ts';
import { sampleStamp } from '../../../test/support/document-samples.ts';
import { makeCopy, prepareFile } from '../../../test/support/goods-copies.ts';
import {
  createOnePage,
  createPdf,
  officeParts,
  pdfStream,
  rotatePage,
} from '../../../test/support/goods-files.ts';
import { removeSpaces } from '../../../test/support/read-pdf.ts';
import { readPdfTexts, readZipParts } from '../../../test/support/read-goods.ts';
import { createZip } from '../../../test/support/zip-file.ts';
import { makePdfTail } from './pdf/pdf-tail.ts';

const line = removeSpaces(formatStamp(sampleStamp));
const textFont = '/Resources <</Font <</F 5 0 R>>>>';

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  [
    'inherited resources, boxes and rotation',
    () => createOnePage({ pages: `/MediaBox [0 0 842 595] /Rotate 90 ${textFont}` }),
    'Steel',
  ],
  [
    'a crop box far from the origin',
    () =>
      createOnePage({
        pages: `/MediaBox [-500 -500 2000 2000] /CropBox [50 300 650 1100] ${textFont}`,
      }),
    'Steel',
  ],
  [
    'states that are left open',
    () =>
      createOnePage({
        content: pdfStream(
          'q q 0.01 0 0 0.01 0 0 cm BT /F 2400 Tf 9000 9000 Td (Steel) Tj ET q BT',
        ),
      }),
    'Steel',
  ],
  [
    'states that are closed too often',
    () =>
      createOnePage({
        content: pdfStream('Q Q Q q BT /F 24 Tf 100 400 Td (Steel) Tj ET Q Q 0 0 0 0 0 0 cm'),
      }),
    'Steel',
  ],
  [
    'strings and pictures that look like operators',
    () =>
      createOnePage({
        content: pdfStream(
          'BT /F 24 Tf 100 400 Td (Steel \\) q q q) Tj <71> Tj ET % q q\nBI /W 1 /H 1 /BPC 8 /CS /G ID q EI q\nQ',
        ),
      }),
    'Steel',
  ],
  [
    'contents in pieces',
    () =>
      createOnePage({
        page: '/Contents [6 0 R 7 0 R]',
        more: [pdfStream('q BT /F 24 Tf 100'), pdfStream('400 Td (Steel) Tj ET Q')],
      }),
    'Steel',
  ],
  ['no contents at all', () => createOnePage({ content: 'null' }), ''],
  [
    'packed contents',
    () =>
      createOnePage({
        content: pdfStream(
          deflateSync(Buffer.from('BT /F 24 Tf 100 400 Td (Steel) Tj ET')),
          '/Filter /FlateDecode',
        ),
      }),
    'Steel',
  ],
  [
    'a table of objects that is wrong',
    () =>
      Buffer.from(
        createOnePage()
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n7'),
        'latin1',
      ),
    'Steel',
  ],
  [
    'pages of many sizes and rotations',
    () =>
      createPdf(8, {}, (pdf, page) => {
        rotatePage(pdf, page * 90);
      }),
    'Page',
  ],
])(
  'a PDF with %s carries the line on every page, and what it said before',
  async (_, create, text) => {
    const copy = await makeCopy(await create());
    const pages = await readPdfTexts(copy);
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) {
      expect(removeSpaces(page)).toContain(line);
      expect(page).toContain(text);
    }
  },
);

test.each(['Łukasz Żółć', '李明', 'محمد', 'Γιώργος', 'Иван', '佐藤さくら', '김민수', 'דוד'])(
  'a copy names its reader in their own letters: %s',
  async (buyer) => {
    const copy = await makeCopy(await createPdf(3), { ...sampleStamp, buyer });
    for (const page of await readPdfTexts(copy)) expect(page).toContain(buyer);
  },
);

test('a copy keeps the title of its PDF, names the reader in its properties, and has no version without', async () => {
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></rdf:RDF></x:xmpmeta>';
  const copy = await makeCopy(
    createOnePage({
      catalog: '/Metadata 7 0 R',
      more: ['<</Title (Steel 2026)>>', pdfStream(xmp, '/Type /Metadata /Subtype /XML')],
      trailer: '/Info 6 0 R',
    }),
  );
  const text = copy.toString('latin1');
  expect(text).toContain(Buffer.from('Steel 2026').toString('hex'));
  expect(text).toContain('<xmpRights:UsageTerms>');
  expect(text).not.toContain('/Prev');
  expect(text.match(/startxref/g)).toHaveLength(1);
  // What stands before the tail is no PDF: nobody gets the file without the line by cutting it.
  const body = copy.subarray(0, text.lastIndexOf('/Type /XRef') - 20);
  expect(body.includes('xref')).toBe(false);
});

test('a locked PDF is taken with its owner password, and its copies are not locked', async () => {
  const locked = await createPdf(2, { ownerPassword: 'secret' });
  const { master, bodyPath } = await prepareFile(locked, 'report.pdf', 'secret');
  if (master.kind !== 'pdf') throw new Error('A PDF was taken for something else');
  const copy = Buffer.concat([readFileSync(bodyPath), await makePdfTail(master, 'line')]);
  expect((await readPdfTexts(copy))[1]).toContain('Page 2 of the report');
});

test('a signed PDF is taken with a warning', async () => {
  const { warnings } = await prepareFile(
    createOnePage({
      catalog: '/Perms <</DocMDP 6 0 R>>',
      more: ['<</Type /Sig /ByteRange [0 1 2 3] /Contents <00>>>'],
    }),
  );
  expect(warnings).toEqual(["The signature will no longer be valid in readers' copies."]);
});

test.each(['xlsx', 'docx', 'pptx'] as const)(
  'a reader is named in the properties of a copy of %s, and nothing else is changed',
  async (kind) => {
    const original = officeParts(kind, {
      'docProps/core.xml':
        '<cp:coreProperties xmlns:cp="x" xmlns:dc="y"><dc:title>Steel</dc:title><dc:description>Ours</dc:description></cp:coreProperties>',
      'charts/chart1.xml': '<chart/>',
    });
    original['_rels/.rels'] = String(original['_rels/.rels']).replace(
      '</Rel',
      '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Rel',
    );
    const zip = createZip(original);
    const prepared = await prepareFile(zip, `report.${kind}`);
    expect(prepared).toMatchObject({ kind, title: 'Steel' });
    const parts = await readZipParts(await makeCopy(zip, sampleStamp, `report.${kind}`));
    expect(parts.get('docProps/custom.xml')).toContain('Łukasz Żółć');
    expect(parts.get('docProps/custom.xml')).toContain('Ωμέγα &amp; Sons');
    expect(parts.get('docProps/core.xml')).toContain('Licensed to Łukasz Żółć');
    expect(parts.get('docProps/core.xml')).toContain('Ours');
    expect(parts.get('[Content_Types].xml')).toContain('/docProps/custom.xml');
    expect([...parts.keys()][0]).toBe('[Content_Types].xml');
    for (const [name, content] of Object.entries(original).slice(2))
      if (!name.startsWith('docProps')) expect(parts.get(name)).toBe(content);
  },
);

test('a ZIP and a CSV come with a licence text that names the reader, and their files as they were', async () => {
  const zip = await readZipParts(await makeCopy(createZip({ 'a.txt': 'A', 'b/c.csv': 'x;y' })));
  expect([...zip.keys()]).toEqual(['a.txt', 'b/c.csv', 'LICENCE.txt']);
  expect(zip.get('LICENCE.txt')).toContain('Łukasz Żółć');
  const csv = await readZipParts(
    await makeCopy(Buffer.from('year;value\n2025;1'), sampleStamp, 'steel data.csv'),
  );
  expect(csv.get('steel data.csv')).toBe('year;value\n2025;1');
  expect(csv.get('LICENCE.txt')).toContain('Ωμέγα');
});
