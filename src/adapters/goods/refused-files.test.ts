import { expect, test } from 'vitest';
import { prepareFile } from '../../../test/support/goods-copies.ts';
import {
  createOnePage,
  createPdf,
  createRawPdf,
  officeParts,
  packedSpaces,
  pdfStream,
} from '../../../test/support/goods-files.ts';
import { createZip } from '../../../test/support/zip-file.ts';
import { goodsRefusals } from './refusals.ts';

const catalogAction = (action: string) => createOnePage({ catalog: `/OpenAction ${action}` });

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  [
    'that opens only with a password',
    () => createPdf(1, { userPassword: 'x' }),
    goodsRefusals.userPassword,
  ],
  ['that is locked', () => createPdf(1, { ownerPassword: 'x' }), goodsRefusals.ownerLocked],
  [
    'that ends in its middle',
    async () => (await createPdf(3)).subarray(0, 300),
    goodsRefusals.damagedPdf,
  ],
  ['of noise', () => Buffer.from(`%PDF-1.7\n${'noise '.repeat(900)}`), goodsRefusals.damagedPdf],
  [
    'without pages',
    () => createRawPdf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Kids [] /Count 0>>']),
    goodsRefusals.noPages,
  ],
  [
    'with a page of a few points',
    () => createOnePage({ page: '/MediaBox [0 0 8 8]' }),
    goodsRefusals.unprovable(1),
  ],
  [
    'with a page that swallows what follows',
    () => createOnePage({ content: pdfStream('BT /F 24 Tf (Steel') }),
    goodsRefusals.unprovable(1),
  ],
  [
    'with a script',
    () => catalogAction('<</S /JavaScript /JS (app.alert(1))>>'),
    goodsRefusals.scripts,
  ],
  [
    'with a script under an escaped name',
    () => catalogAction('<</S /J#61vaScript /JS (x)>>'),
    goodsRefusals.scripts,
  ],
  [
    'that starts a program',
    () => catalogAction('<</S /Launch /F (cmd.exe)>>'),
    goodsRefusals.scripts,
  ],
  [
    'that is an Adobe form',
    () => createOnePage({ catalog: '/AcroForm <</XFA (x)>>' }),
    goodsRefusals.xfa,
  ],
  [
    'with a page that unpacks to 100 MB',
    () => createOnePage({ content: packedSpaces(100 * 2 ** 20) }),
    goodsRefusals.unpacksTooLarge,
  ],
  [
    'whose pages are their own parents',
    () => createOnePage({ pages: '/Parent 2 0 R /Kids [2 0 R]' }),
    goodsRefusals.noPages,
  ],
])('a PDF %s is refused, with what to do', async (_, create, message) => {
  await expect(prepareFile(await create())).rejects.toThrow(message);
});

const macros = officeParts('xlsx', { 'xl/vbaProject.bin': 'x' });

test.each<[string, string, () => Buffer, string]>([
  [
    'an old workbook',
    'a.xls',
    () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    goodsRefusals.oldOffice,
  ],
  ['a workbook with macros', 'a.xlsm', () => createZip(macros), goodsRefusals.macros],
  [
    'a ZIP that climbs',
    'a.zip',
    () => createZip({ 'a.txt': 'A', '../../etc/passwd': 'x' }),
    goodsRefusals.unsafeEntry('../../etc/passwd'),
  ],
  [
    'a ZIP with an absolute name',
    'a.zip',
    () => createZip({ '/etc/passwd': 'x' }),
    goodsRefusals.unsafeEntry('/etc/passwd'),
  ],
  [
    'a ZIP that climbs by backslashes',
    'a.zip',
    () => createZip({ '..\\x': 'x' }),
    goodsRefusals.unsafeEntry('../x'),
  ],
  [
    'a ZIP in a ZIP',
    'a.zip',
    () => createZip({ 'b.zip': 'x' }),
    goodsRefusals.nestedArchive('b.zip'),
  ],
  [
    'a bomb',
    'a.zip',
    () => createZip({ 'a.txt': 'A', 'b.txt': ' '.repeat(30_000_000) }),
    goodsRefusals.unpacksTooLarge,
  ],
  [
    'a damaged ZIP',
    'a.zip',
    () => {
      const zip = createZip({ 'a.txt': 'A', 'b.txt': 'steel '.repeat(99) });
      return zip.fill(0, 60, 70);
    },
    goodsRefusals.damagedEntry('b.txt'),
  ],
  [
    'a ZIP that says less than it unpacks to',
    'a.zip',
    () => {
      const zip = createZip({ 'a.txt': 'A', 'b.txt': 'steel '.repeat(99_999) });
      zip.writeUInt32LE(10, zip.lastIndexOf('PK\u0001\u0002') + 24);
      return zip;
    },
    goodsRefusals.damagedEntry('b.txt'),
  ],
  [
    'half a ZIP',
    'a.zip',
    () => createZip({ 'a.txt': 'A' }).subarray(0, 40),
    goodsRefusals.damagedZip,
  ],
  ['a web page named CSV', 'a.csv', () => Buffer.from('<html><script>'), goodsRefusals.notText],
  [
    'a program named CSV',
    'a.csv',
    () => Buffer.from('\u007fELF\u0000\u0001'),
    goodsRefusals.notText,
  ],
  ['a picture', 'a.pdf', () => Buffer.from('\u0089PNG\r\n'), goodsRefusals.unknownKind],
  ['an empty file', 'a.pdf', () => Buffer.alloc(0), goodsRefusals.empty],
  ['a file over the limit', 'a.csv', () => Buffer.alloc(11 * 2 ** 20, 'a'), goodsRefusals.tooLarge],
])('%s is refused by name, with what to do', async (_, name, create, message) => {
  await expect(prepareFile(create(), name)).rejects.toThrow(message);
});

test('a file is what its content says, whatever its name is', async () => {
  expect((await prepareFile(await createPdf(1), 'data.xlsx')).kind).toBe('pdf');
  expect((await prepareFile(createZip(officeParts('docx')), 'report.pdf')).kind).toBe('docx');
});
