import { readdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatStamp } from '#core/orders/delivery/stamp.model.ts';
import { sampleStamp } from '../../../test/support/document-samples.ts';
import { createOnePage, createPdf, packedSpaces } from '../../../test/support/goods-files.ts';
import { removeSpaces } from '../../../test/support/read-pdf.ts';
import { readPdfTexts } from '../../../test/support/read-goods.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { GoodsProcess } from './goods-process.ts';
import { createGoods } from './index.ts';
import { goodsRefusals } from './refusals.ts';
import { WorkFolder } from '../work-folder.ts';

const folder = createTemporaryFolder('goods');
const workFolder = `${folder.path}/work`;
const createLimitedGoods = (memoryMb: number) =>
  createGoods({ workFolder, memoryBytes: memoryMb * 2 ** 20, maxFileBytes: 50 * 2 ** 20 });
const goods = createLimitedGoods(800);
let report: Buffer;
beforeAll(async () => {
  report = await createPdf(4, { info: { Title: 'Steel' } });
});
afterAll(() => folder.remove());

const prepareFile = (content: Uint8Array, prepareWith = goods) => {
  const path = `${folder.path}/upload`;
  writeFileSync(path, content);
  return prepareWith.prepare({ path, name: 'report.pdf' });
};

async function readAll(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

test('a file is checked in a process of its own: pages, title, text and cover are read from it', async () => {
  const prepared = await prepareFile(report);
  if (!prepared.ok) throw new Error(prepared.message);
  const { kind, pages, title, text, cover, master, openBody, dispose } = prepared.value;
  expect([kind, pages, title]).toEqual(['pdf', 4, 'Steel']);
  expect(text).toContain('Page 3 of the report');
  expect(
    Buffer.from(cover ?? [])
      .subarray(0, 3)
      .toString('hex'),
  ).toBe('ffd8ff');
  const body = await readAll(openBody());
  const tails = await Promise.all([
    goods.makeTail(master, sampleStamp),
    goods.makeTail(master, { ...sampleStamp, buyer: 'محمد' }),
  ]);
  const [pagesOfFirst, pagesOfSecond] = await Promise.all(
    tails.map((tail) => readPdfTexts(Buffer.concat([body, tail.ok ? tail.value : body]))),
  );
  for (const page of pagesOfFirst ?? [])
    expect(removeSpaces(page)).toContain(removeSpaces(formatStamp(sampleStamp)));
  for (const page of pagesOfSecond ?? []) expect(page).toContain('محمد');
  const half = master.subarray(0, master.length / 2);
  expect(await goods.makeTail(half, sampleStamp)).toMatchObject({ code: 'unavailable' });
  const sample = await goods.makeSample({ body: openBody(), master, pages: [2, 4], line: 'Free' });
  const samplePages = sample.ok ? await readPdfTexts(sample.value) : [];
  expect(samplePages.map((page) => /Page \d/.exec(page)?.[0])).toEqual(['Page 2', 'Page 4']);
  for (const page of samplePages) expect(page).toMatch(/SAMPLE[^]*Free|Free[^]*SAMPLE/);
  const none = await goods.makeSample({ body: openBody(), master, pages: [5], line: 'Free' });
  expect(none).toMatchObject({ ok: false, message: goodsRefusals.noSuchPage(5, 4) });
  await dispose();
  expect(readdirSync(`${workFolder}/${process.pid}`)).toEqual([]);
});

test('A-58 a file that unpacks to gigabytes ends its own process alone, and leaves no files', async () => {
  const small = createLimitedGoods(200);
  // Compressed objects are unpacked by the library itself, past every limit but that of the process.
  const bomb = createOnePage({
    more: [
      packedSpaces(400_000_000).replace(
        '/Filter',
        '/Type /XRef /W [1 1 1] /Size 9 /Root 1 0 R /Filter',
      ),
    ],
  });
  const start = bomb.lastIndexOf('6 0 obj');
  const pointed = Buffer.from(
    bomb.toString('latin1').replace(/startxref\n\d+/, `startxref\n${start}`),
    'latin1',
  );
  expect(await prepareFile(pointed, small)).toMatchObject({
    ok: false,
    message: goodsRefusals.unpacksTooLarge,
  });
  expect(await prepareFile(report, small)).toMatchObject({ ok: true });
  expect(readdirSync(`${workFolder}/${process.pid}`).length).toBeLessThanOrEqual(1);
});

test('A-59 the process that opens a file writes to its own folder alone', async () => {
  const workplace = new WorkFolder(workFolder);
  const process = new GoodsProcess({
    folder: workplace,
    memoryBytes: 400 * 2 ** 20,
    timeoutMs: 300_000,
  });
  const inputPath = `${folder.path}/upload`;
  writeFileSync(inputPath, report);
  const prepareTo = (bodyPath: string) =>
    process.run('prepare', { inputPath, bodyPath, fileName: 'a.pdf', maxBytes: 10 ** 7 });
  await expect(prepareTo(`${folder.path}/outside`)).rejects.toThrow('--allow-fs-write');
  expect(await prepareTo(`${workplace.path}/inside`)).toMatchObject({ ok: true });
  process.end();
  expect(readdirSync(folder.path)).not.toContain('outside');
});
