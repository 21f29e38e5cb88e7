import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUpload } from '../admin/admin-test-client.ts';
import { createPdf } from '../support/goods-files.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createZip } from '../support/zip-file.ts';
import { openEditingStore, type EditingStore } from './editing-store.ts';

const codes = Array.from({ length: 8 }, (_, n) => `KF-${n + 1}`);
let store: EditingStore;
let cookie = '';
beforeAll(async () => {
  store = await openEditingStore();
  await store.signIn({
    addCookies: async ([one]) => void (cookie = `${one?.name}=${one?.value}`),
  });
});
afterAll(() => store?.close());

const post = (path: string, body: FormData | URLSearchParams): Promise<Response> =>
  fetch(store.origin + path, {
    method: 'POST',
    body,
    headers: { cookie, origin: store.origin },
    redirect: 'manual',
  });

/** Reports that wait for their files; answers the path of their import. */
async function importReports(): Promise<string> {
  const industry = await store.db.selectFrom('industry').select('slug').executeTakeFirst();
  const rows = codes.map((code) => `${code},Report ${code},${industry?.slug},1200`);
  const sheet = ['code,title,industry,price_single', ...rows].join('\n');
  const fields = { published: '1' };
  const created = await post('/admin/imports', createUpload(fields, { 'sheet.csv': sheet }));
  const path = created.headers.get('location') ?? '';
  const id = Number(path.split('/').at(-1));
  const isIn = async (state: 'checked' | 'done'): Promise<boolean> => {
    const found = store.db.selectFrom('reportImport').select('state').where('id', '=', id);
    return (await found.executeTakeFirst())?.state === state;
  };
  await waitUntil('the rows are checked', () => isIn('checked'));
  await post(path, new URLSearchParams({ intent: 'run' }));
  await waitUntil('the reports are imported', () => isIn('done'));
  return path;
}

async function countDone(): Promise<number> {
  const row = await store.db.selectFrom('importUpload').select('done').executeTakeFirst();
  return row?.done ?? 0;
}

test('F-49 F34: files of an import go on where a killed program stood, and nothing is doubled', async () => {
  const path = await importReports();
  const pdf = await createPdf(2);
  const zip = createZip(Object.fromEntries(codes.map((code) => [`${code}.pdf`, pdf])));
  const sent = await post(path, createUpload({ intent: 'files' }, { 'files.zip': zip }));
  expect(sent.status).toBe(303);
  for (const minDone of [1, 4]) {
    await waitUntil('some files are attached', async () => (await countDone()) >= minDone);
    await store.kill();
    expect(await countDone()).toBeLessThan(codes.length);
    await store.start();
  }
  await waitUntil('all of them are attached', async () => {
    const upload = await store.db
      .selectFrom('importUpload')
      .select('finishedAt')
      .executeTakeFirst();
    return upload?.finishedAt != null;
  });
  const { db } = store;
  const reports = await db
    .selectFrom('report')
    .select(['code', 'state'])
    .where('code', 'in', codes)
    .orderBy('code')
    .execute();
  expect(reports).toEqual(codes.map((code) => ({ code, state: 'published' })));
  const files = await db
    .selectFrom('editionFile')
    .innerJoin('edition', 'edition.id', 'editionFile.editionId')
    .innerJoin('report', 'report.id', 'edition.reportId')
    .select(['report.code', 'editionFile.purpose'])
    .where('report.code', 'in', codes)
    .where('editionFile.purpose', '=', 'goods')
    .execute();
  expect(files).toHaveLength(codes.length);
  const rows = await db.selectFrom('importUploadFile').select('code').orderBy('position').execute();
  expect(rows.map(({ code }) => code)).toEqual(codes);
});
