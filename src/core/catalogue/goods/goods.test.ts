import { statSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { billing } from '../../../../test/support/test-buyer.ts';
import { createOnePage, createPdf, officeParts } from '../../../../test/support/goods-files.ts';
import { readPdfTexts, readZipParts } from '../../../../test/support/read-goods.ts';
import { removeSpaces } from '../../../../test/support/read-pdf.ts';
import { createTemporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { openLicenceTester, type LicenceTester } from '../../../../test/support/test-licences.ts';
import { createZip } from '../../../../test/support/zip-file.ts';
import { readWhole } from './file-parts.ts';

const folder = createTemporaryFolder('uploads');
let tester: LicenceTester;
let report: string;
let workbook: string;
beforeAll(async () => {
  report = saveFile('report.pdf', await createPdf(3));
  workbook = saveFile('data.xlsx', createZip(officeParts('xlsx')));
});
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());
afterAll(() => folder.remove());

function saveFile(name: string, content: Uint8Array): string {
  writeFileSync(`${folder.path}/${name}`, content);
  return `${folder.path}/${name}`;
}

const attach = (fileName: string, path: string, more: object = {}) =>
  tester.app.catalogue.goods.attachFile({ reportCode: tester.reportCode, fileName, path, ...more });

const ownFiles = async (number: string) => (await tester.viewOwnOrder(number))?.files ?? [];

async function openFile(token: string | undefined) {
  const opened = await tester.openOwnFile(String(token));
  if (!opened.ok) throw new Error(opened.message);
  return opened.value;
}

type OpenFile = Awaited<ReturnType<typeof openFile>>;

async function readFile(file: OpenFile, range?: { start: number; end: number }) {
  const opened = await tester.app.orders.downloads.readDownload(file, range);
  if (!opened.ok) throw new Error(opened.message);
  const pieces: Uint8Array[] = [];
  for await (const piece of opened.value) pieces.push(piece as Uint8Array);
  return Buffer.concat(pieces);
}

test('objects of killed uploads are gone a day later, and those that a file names never', async () => {
  await attach('report.pdf', report);
  const { files } = tester.deps;
  const kept = [];
  for await (const { key } of files.list('goods/')) kept.push(key);
  await files.put('goods/killed/body', Buffer.from('x'));
  const listKeys = async () => {
    await tester.app.jobs['catalogue.removeUnusedGoods']({});
    const keys = [];
    for await (const { key } of files.list('goods/')) keys.push(key);
    return keys.toSorted();
  };
  expect(await listKeys()).toEqual([...kept, 'goods/killed/body'].toSorted());
  tester.advanceClock(2 * 86_400_000);
  expect(await listKeys()).toEqual(kept.toSorted());
});

test('a report says what its goods are: printed ones, or the uploaded files with their pages', async () => {
  const read = async () => {
    const found = await tester.app.catalogue.reports.getByCode(tester.reportCode);
    return { formats: found?.formats, isPrinted: found?.isPrinted, pages: found?.pages };
  };
  const printed = await read();
  expect(printed).toMatchObject({ formats: ['pdf', 'xlsx'], isPrinted: true });
  await tester.deps.db.transaction().execute((tx) =>
    tester.app.catalogue.writing.write(tx, [{ code: tester.reportCode, pages: null }], {
      actor: 'a test',
    }),
  );
  await attach('report.pdf', report);
  expect(await read()).toEqual({ formats: ['pdf'], isPrinted: false, pages: 3 });
  await tester.deps.db
    .transaction()
    .execute((tx) =>
      tester.app.catalogue.writing.write(
        tx,
        [{ code: tester.reportCode, shortDescription: 'Said again.' }],
        { actor: 'a test' },
      ),
    );
  expect(await read()).toEqual({ formats: ['pdf'], isPrinted: false, pages: 3 });
});

test('buyers get the uploaded files that their licence includes, each with their name, whole or in ranges', async () => {
  await attach('QM report ü.pdf', report);
  await attach('data.xlsx', workbook, { licences: ['multiple-user'] });
  const single = await tester.buyReport();
  expect(await ownFiles(single.number)).toMatchObject([
    { kind: 'file', title: 'Report (PDF)', pages: 3, sizeBytes: statSync(report).size },
  ]);
  const team = await tester.buyReport('multiple-user');
  const [pdf, xlsx] = await ownFiles(team.number);
  expect([pdf?.format, xlsx?.format]).toEqual(['PDF', 'XLSX']);
  const file = await openFile(pdf?.token);
  expect(file).toMatchObject({ fileName: 'QM-report-u.pdf', type: 'application/pdf' });
  const copy = await readFile(file);
  expect(copy.length).toBe(file.bytes);
  for (const page of await readPdfTexts(copy)) {
    expect(removeSpaces(page)).toContain(removeSpaces(`Licensed to ${billing.name}`));
    expect(page).toContain(team.number);
  }
  const middle = Number(file.parts[0]?.bytes);
  for (const range of [
    { start: 0, end: 9 },
    { start: middle - 5, end: middle + 4 },
    { start: middle, end: file.bytes - 1 },
  ])
    expect(await readFile(file, range)).toEqual(copy.subarray(range.start, range.end + 1));
  const properties = await readZipParts(await readFile(await openFile(xlsx?.token)));
  expect(properties.get('docProps/custom.xml')).toContain(team.number);
});

test('what was sold stays what it was, and a new edition reaches its buyers beside it', async () => {
  await attach('report.pdf', report);
  await attach('data.xlsx', workbook);
  expect(await attach('report.pdf', report)).toMatchObject({
    value: { files: [{ isNew: false }, {}] },
  });
  const { number } = await tester.buyReport('multiple-user');
  const seatToken = await tester.giveSeat(number, 'bo@other.example');
  const corrected = saveFile('corrected.pdf', createOnePage());
  expect(await attach('report.pdf', corrected)).toMatchObject({ ok: false, code: 'conflict' });
  const published = await tester.app.catalogue.goods.attachFiles({
    reportCode: tester.reportCode,
    files: [{ path: corrected, fileName: 'report.pdf' }],
    newEdition: { reason: 'Table 3 had last year in it.' },
  });
  expect(published).toMatchObject({ ok: true, value: { edition: 2 } });
  const { reportId } = await tester.getOrder(number);
  for (let i = 0; i < 2; i++)
    await tester.app.orders.jobs['orders.emailNewEdition']({
      reportId,
      edition: 2,
      reason: 'Table 3 had last year in it.',
    });
  const files = await ownFiles(number);
  expect(files.map(({ format, edition }) => `${edition} ${format}`)).toEqual([
    '2 PDF',
    '2 XLSX',
    '1 PDF',
    '1 XLSX',
  ]);
  const textOf = async (token: string | undefined) =>
    (await readPdfTexts(await readFile(await openFile(token)))).join(' ');
  expect(await textOf(files[0]?.token)).toContain('Steel');
  expect(await textOf(files[2]?.token)).toContain('Page 3 of the report');
  const seat = await tester.app.orders.seats.getSeat(seatToken);
  expect(seat?.links.map(({ label }) => label)).toEqual([
    'Report (PDF)',
    'Data workbook (Excel)',
    'Report (PDF), edition 1',
    'Data workbook (Excel), edition 1',
  ]);
});

test('a file that is refused is named, and none of those with it is attached', async () => {
  const bad = saveFile('bad.pdf', Buffer.from('%PDF-1.7 no'));
  const refused = await tester.app.catalogue.goods.attachFiles({
    reportCode: tester.reportCode,
    files: [
      { path: workbook, fileName: 'data.xlsx' },
      { path: bad, fileName: 'bad.pdf' },
    ],
  });
  expect(refused).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^bad\.pdf: .*damaged/),
  });
  expect(await attach('x.pdf', report, { edition: 7 })).toMatchObject({ code: 'not-found' });
  const { db } = tester.deps;
  expect(await db.selectFrom('editionFile').selectAll().execute()).toEqual([]);
  const { number } = await tester.buyReport();
  expect(await ownFiles(number)).toMatchObject([{ kind: 'pdf' }, { kind: 'workbook' }]);
});

test('no sample is made of a PDF that is missing, or cut short, among the store’s files', async () => {
  const { db, files } = tester.deps;
  const { goods } = tester.app.catalogue;
  await attach('report.pdf', report);
  const { bodyKey, masterKey } = await db
    .selectFrom('editionFile')
    .select(['bodyKey', 'masterKey'])
    .where('kind', '=', 'pdf')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const master = await readWhole(tester.deps.files, String(masterKey));
  await files.put(String(masterKey), master.subarray(0, master.length / 2));
  const refused = (message: string) => ({ code: 'unavailable', message });
  expect(await goods.makeSampleOfPages(tester.reportCode, [2])).toMatchObject(
    refused('This PDF is damaged among the store’s files: upload it again.'),
  );
  await files.put(String(masterKey), master);
  await files.remove(bodyKey);
  expect(await goods.makeSampleOfPages(tester.reportCode, [2])).toMatchObject(
    refused('report.pdf is missing among the store’s files: upload it again.'),
  );
});

test('a sample is made of chosen pages or uploaded, and a cover is the first page or a picture', async () => {
  const { catalogue } = tester.app;
  const { id = 0 } = (await catalogue.reports.getForSale({ code: tester.reportCode })) ?? {};
  const sampleTexts = async () =>
    readPdfTexts(
      await readWhole(
        tester.deps.files,
        (await catalogue.files.ensureSamplePdf(id))?.fileKey ?? '',
      ),
    );
  expect(await catalogue.files.openCover(tester.reportCode)).toBeUndefined();
  await attach('report.pdf', report);
  expect(await catalogue.goods.makeSampleOfPages(tester.reportCode, [2, 9])).toMatchObject({
    ok: false,
    message: 'This PDF has 3 pages: there is no page 9.',
  });
  expect(await catalogue.goods.makeSampleOfPages(tester.reportCode, [2])).toMatchObject({
    ok: true,
  });
  const made = await sampleTexts();
  expect(made).toHaveLength(1);
  expect(made[0]).toMatch(/Page 2[^]*SAMPLE/);
  const own = saveFile('sample.pdf', createOnePage());
  await attach('QM-1-sample.pdf', own, { purpose: 'sample' });
  expect((await sampleTexts())[0]).toContain('Steel');
  const firstPage = await catalogue.files.openCover(tester.reportCode);
  expect(firstPage?.bytes).toBeGreaterThan(1000);
  const picture = await sharp({
    create: { width: 40, height: 60, channels: 3, background: '#123456' },
  })
    .png()
    .toBuffer();
  await attach('QM-1-cover.png', saveFile('cover.png', picture), { purpose: 'cover' });
  const cover = await catalogue.files.openCover(tester.reportCode);
  expect(cover?.bytes).not.toBe(firstPage?.bytes);
  const svg = saveFile('cover.jpg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  expect(await attach('QM-1-cover.jpg', svg, { purpose: 'cover' })).toMatchObject({ ok: false });
});
