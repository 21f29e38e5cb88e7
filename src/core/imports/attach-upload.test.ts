import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPdf } from '../../../test/support/goods-files.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
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
  setup.uploads.receive({ programName: 'Anna' }, id, [
    { name: 'files.zip', openStream: () => Readable.from([change(createZip(parts))]) },
  ]);
const namePdfs = (...codes: string[]) =>
  Object.fromEntries(codes.map((code) => [`${code}.pdf`, pdf]));
const summarize = (id: number) => setup.uploads.summarize(id, 10);
/** Works on what is open of the import, as workers do. */
async function work(id: number): Promise<void> {
  const { longWork, database } = setup.publisher;
  for (const open of await longWork.listOpen(database.db, ['importId', String(id)]))
    await longWork.perform(open);
}

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
    db.updateTable('longWork').set({ tries }).where('state', '=', 'open').execute();
  await sendZip(id, namePdfs('K-1', 'K-2', 'K-3'));
  await setTries(2);
  await work(id);
  const { attached, messages } = await summarize(id);
  expect(attached).toBe(2);
  expect(messages).toEqual([
    { fileName: 'K-1.pdf', code: null, message: expect.stringContaining('without an answer') },
  ]);
  await sendZip(id, namePdfs('K-1'));
  await setTries(4);
  await work(id);
  expect((await summarize(id)).messages).toContainEqual({
    fileName: 'files.zip',
    code: null,
    message: 'files.zip: It can’t be read here.',
  });
});

test('files whose job is gone get another one, and a form that comes again brings no second ones', async () => {
  const id = await importCodes('R-1');
  const { database, longWork, deps } = setup.publisher;
  const formKey = 'a key of files';
  const actor = { ...(await addTestStaff(database.db, 'owner')), provedAt: deps.clock(), formKey };
  const sent = [{ name: 'R-1.pdf', openStream: () => Readable.from([pdf]) }];
  const first = await setup.uploads.receive(actor, id, sent);
  expect(await setup.uploads.receive(actor, id, sent)).toEqual(first);
  expect(await summarize(id)).toMatchObject({ progress: { done: 0, total: 1 } });
  expect(await listKeptFiles()).toHaveLength(1);
  await sql`delete from graphile_worker._private_jobs`.execute(database.db);
  await longWork.jobs['longWork.performDue']();
  const { rows } = await sql`select from graphile_worker.jobs
    where task_identifier = 'longWork.perform'`.execute(database.db);
  expect(rows).toHaveLength(1);
  await work(id);
  expect(await summarize(id)).toMatchObject({ progress: undefined, attached: 1 });
});

test('files are cancelled though the process that did so was killed before it said so', async () => {
  const id = await importCodes('S-1');
  await sendZip(id, namePdfs('S-1'));
  const { database, longWork } = setup.publisher;
  const [open = 0] = await longWork.listOpen(database.db, ['importId', String(id)]);
  await database.db.transaction().execute((tx) => longWork.withdraw(tx, open));
  await longWork.jobs['longWork.performDue']();
  const message = 'It was cancelled before it was attached.';
  expect(await summarize(id)).toMatchObject({ progress: undefined, messages: [{ message }] });
});

test('files that wait are cancelled with their import, and those attached stay', async () => {
  const id = await importCodes('C-1', 'C-2', 'C-3');
  await sendZip(id, namePdfs('C-1', 'C-2', 'C-3'));
  const { db } = setup.publisher.database;
  // Somebody cancels while the first file is stored.
  const { files } = setup.publisher.deps;
  const put = files.put.bind(files);
  const cancelling = vi.spyOn(files, 'put').mockImplementation(async (...given) => {
    await setup.imports.work.cancel(id);
    return put(...given);
  });
  await work(id);
  cancelling.mockRestore();
  expect(await summarize(id)).toMatchObject({ progress: undefined, attached: 1 });
  expect(await setup.imports.work.cancel(id)).toMatchObject({ code: 'conflict' });
  expect(
    await db.selectFrom('importUploadFile').selectAll().where('code', '=', 'C-2').execute(),
  ).toEqual([]);
});
