import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPdf } from '../../../test/support/goods-files.ts';
import { openTestImports, type TestImports } from '../../../test/support/test-imports.ts';
import { createZip } from '../../../test/support/zip-file.ts';

let setup: TestImports;
let pdf: Buffer;
beforeAll(async () => {
  setup = await openTestImports();
  pdf = await createPdf(2);
});
afterAll(() => setup?.publisher.close());

/** Reports of these codes wait for their files. */
async function importCodes(...codes: string[]): Promise<number> {
  const rows = codes.map((code) => `${code},Cans,Food,100`);
  const sheet = ['code,title,industry,price_single', ...rows].join('\n');
  const { id } = await setup.importFile(sheet, { newReports: 'published' });
  return id;
}

const sendZip = (
  id: number,
  parts: Record<string, string | Uint8Array>,
  change = (zip: Buffer) => zip,
) =>
  setup.uploads.receive(
    id,
    [{ name: 'files.zip', openStream: () => Readable.from([change(createZip(parts))]) }],
    'Anna',
  );
const namePdfs = (...codes: string[]) =>
  Object.fromEntries(codes.map((code) => [`${code}.pdf`, pdf]));
const summarize = (id: number) => setup.uploads.summarize(id, 10);
const work = (id: number) => setup.uploads.jobs['imports.attachFiles']({ id });

const listKeptFiles = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of setup.publisher.deps.files.list('import-files/')) keys.push(key);
  return keys;
};
const readPublished = async (...codes: string[]) => {
  const rows = await setup.publisher.database.db
    .selectFrom('report')
    .select('code')
    .where('code', 'in', codes)
    .where('state', '=', 'published')
    .orderBy('code')
    .execute();
  return rows.map(({ code }) => code);
};

test('the files of a ZIP are kept, attached by a worker and publish what waited for them', async () => {
  const id = await importCodes('U-1', 'U-2', 'U-3');
  await sendZip(id, { ...namePdfs('U-1', 'U-2'), 'notes.txt': 'x' });
  expect(await summarize(id)).toMatchObject({ progress: { done: 0, total: 1 }, attached: 0 });
  expect(await listKeptFiles()).toHaveLength(1);
  await work(id);
  expect(await summarize(id)).toEqual({
    progress: undefined,
    attached: 2,
    refused: 1,
    messages: [
      { fileName: 'notes.txt', code: null, message: expect.stringContaining('no report notes') },
    ],
  });
  expect(await readPublished('U-1', 'U-2', 'U-3')).toEqual(['U-1', 'U-2']);
  expect(await listKeptFiles()).toEqual([]);
});

test('a file of a ZIP that is damaged is named, and those after it are attached', async () => {
  const id = await importCodes('D-1', 'D-2', 'D-3');
  const damage = (zip: Buffer) => {
    const at = zip.indexOf('D-2.pdf') + 'D-2.pdf'.length;
    return Buffer.concat([zip.subarray(0, at), Buffer.alloc(9, 0xff), zip.subarray(at + 9)]);
  };
  await sendZip(id, namePdfs('D-1', 'D-2', 'D-3'), damage);
  await work(id);
  const { attached, refused, messages } = await summarize(id);
  expect([attached, refused]).toEqual([2, 1]);
  expect(messages[0]?.message).toMatch(/^D-2\.pdf: The file is damaged/);
  await sendZip(id, namePdfs('D-2'));
  await work(id);
  expect(await summarize(id)).toMatchObject({ attached: 3, refused: 0, messages: [] });
});

test('a ZIP that can not be read is named until one of its name can', async () => {
  const id = await importCodes('Z-1');
  await sendZip(id, { 'Z-1.pdf': pdf, 'a/x.zip': 'PK' });
  await work(id);
  const { messages } = await summarize(id);
  const message = expect.stringMatching(/^files\.zip: a\/x\.zip is a ZIP within the ZIP/);
  expect(messages).toEqual([{ fileName: 'files.zip', code: null, message }]);
  await sendZip(id, {});
  await work(id);
  const [empty] = (await summarize(id)).messages;
  expect(empty?.message).toBe('files.zip: There are no files in it.');
  await sendZip(id, namePdfs('Z-1'));
  await work(id);
  expect(await summarize(id)).toMatchObject({ attached: 1, refused: 0 });
});

test('another process goes on at the next file, and gives one up that ends every process', async () => {
  const id = await importCodes('K-1', 'K-2', 'K-3');
  const { db } = setup.publisher.database;
  const setTries = (tries: number) =>
    db.updateTable('importUpload').set({ tries }).where('importId', '=', id).execute();
  await sendZip(id, namePdfs('K-1', 'K-2', 'K-3'));
  await setTries(3);
  await work(id);
  const { attached, messages } = await summarize(id);
  expect(attached).toBe(2);
  expect(messages).toEqual([
    { fileName: 'K-1.pdf', code: null, message: expect.stringContaining('without an answer') },
  ]);
  await sendZip(id, namePdfs('K-1'));
  await setTries(6);
  await work(id);
  expect((await summarize(id)).messages).toContainEqual({
    fileName: 'files.zip',
    code: null,
    message: 'files.zip: It can’t be read here.',
  });
});

test('files whose job is gone get another one, once no process works on them', async () => {
  const id = await importCodes('R-1');
  await sendZip(id, namePdfs('R-1'));
  const { db } = setup.publisher.database;
  const countJobs = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from graphile_worker.jobs where task_identifier = 'imports.attachFiles'`.execute(db);
    return rows[0]?.count;
  };
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await setup.uploads.jobs['imports.resumeFiles']();
  expect(await countJobs()).toBe(0);
  const touchedAt = new Date('2000-01-01');
  await db.updateTable('importUpload').set({ touchedAt }).where('importId', '=', id).execute();
  await sendZip(id, namePdfs('R-1'));
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  // Somebody works on the one, and the other waits for its turn.
  await setup.uploads.jobs['imports.resumeFiles']();
  expect(await countJobs()).toBe(0);
  await db.updateTable('importUpload').set({ touchedAt }).where('importId', '=', id).execute();
  await setup.uploads.jobs['imports.resumeFiles']();
  expect(await countJobs()).toBe(1);
});

test('files that wait are cancelled with their import, and those attached stay', async () => {
  const id = await importCodes('C-1', 'C-2', 'C-3');
  await sendZip(id, namePdfs('C-1', 'C-2', 'C-3'));
  const { db } = setup.publisher.database;
  // Somebody cancels while the first file is stored.
  const { files } = setup.publisher.deps;
  const put = files.put.bind(files);
  const cancelling = vi.spyOn(files, 'put').mockImplementation(async (...given) => {
    await setup.uploads.cancel(id);
    return put(...given);
  });
  await work(id);
  cancelling.mockRestore();
  expect(await summarize(id)).toMatchObject({ progress: undefined, attached: 1 });
  expect(await setup.uploads.cancel(id)).toBe(false);
  expect(
    await db.selectFrom('importUploadFile').selectAll().where('code', '=', 'C-2').execute(),
  ).toEqual([]);
});
