import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '#adapters/database/index.ts';
import { App } from '#core/app.ts';
import { createPdf } from '../support/goods-files.ts';
import { startKillable } from '../support/start-killable.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { createTestDeps } from '../support/test-deps.ts';
import { testProgram } from '../support/test-staff.ts';
import { createZip } from '../support/zip-file.ts';
import type { ApiCall, ApiRun } from './killable-api.ts';

const folder = createTemporaryFolder('calls');
const filesFolder = path.join(folder.path, 'files');
let database: TestDatabase;
let connection: OpenDatabase;
let app: App;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase('small');
  connection = await openDatabase(database.url);
  const email = { send: async () => {} };
  app = new App(
    createTestDeps({ database: connection, paypalUrl: 'http://127.0.0.1:1', filesFolder, email }),
  );
  const created = await app.apiTokens.create(testProgram, { name: 'feed', scopes: ['imports'] });
  token = created.ok ? created.value : '';
});
afterAll(async () => {
  await connection?.close();
  await database?.drop();
  folder.remove();
});

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

/**
 * The answer of a process that may kill itself; undefined if it did. Its key is free afterwards.
 */
async function send(call: ApiCall, killAtStep: number): Promise<Answer | undefined> {
  const run: ApiRun = { databaseUrl: database.url, filesFolder, token, call, killAtStep };
  const child = startKillable('killable-api', run);
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  await database.db
    .updateTable('sentForm')
    .set({ heldUntil: new Date(0) })
    .where('answer', 'is', null)
    .where('heldUntil', 'is not', null)
    .execute();
  if (child.signalCode === 'SIGKILL') return undefined;
  return JSON.parse(output) as Answer;
}

let calls = 0;
/**
 * Sends one call again and again, killed at each of its steps, until it is answered; and once more.
 */
async function sendUntilAnswered(
  method: ApiCall['method'],
  target: string,
  body?: string | Uint8Array,
): Promise<Answer> {
  const bodyFile = path.join(folder.path, `body-${++calls}`);
  if (body !== undefined) writeFileSync(bodyFile, body);
  const key = `call ${calls}`.replace(' ', '-');
  const call = { method, path: target, key, ...(body === undefined ? {} : { bodyFile }) };
  for (let step = 1; ; step++) {
    const answer = await send(call, step);
    if (!answer) continue;
    // At least amid a transaction of it, and behind it.
    expect(step).toBeGreaterThan(2);
    expect(await send(call, 0)).toEqual(answer);
    return answer;
  }
}

const codes = ['CK-1', 'CK-2', 'CK-3', 'CK-4'];

/** The reports that have files to sell, once for each file. */
async function listGoods(): Promise<string[]> {
  const rows = await database.db
    .selectFrom('editionFile')
    .innerJoin('edition', 'edition.id', 'editionFile.editionId')
    .innerJoin('report', 'report.id', 'edition.reportId')
    .select('report.code')
    .where('report.code', 'in', codes)
    .where('editionFile.purpose', '=', 'goods')
    .orderBy('report.code')
    .execute();
  return rows.map(({ code }) => code);
}

test('F-63 each writing call of a program counts once by its key, killed at any step, and answers so', async () => {
  const pdf = await createPdf(2);
  const industry = await database.db.selectFrom('industry').select('name').executeTakeFirst();
  const rows = codes.map((code) => `${code},Report ${code},${industry?.name},100`);
  const sheet = ['code,Bezeichnung,industry,price_single', ...rows].join('\n');
  const before = (await app.imports.listImports(50)).length;
  const created = await sendUntilAnswered(
    'POST',
    '/imports?file=k.csv&new_reports=published',
    sheet,
  );
  expect(created).toMatchObject({ status: 202, body: { state: 'reading' } });
  expect(await app.imports.listImports(50)).toHaveLength(before + 1);
  const id = Number(created.body['id']);
  const work = () => app.imports.advance(id);
  await work();
  const mapping = JSON.stringify({ Bezeichnung: 'title' });
  expect(await sendUntilAnswered('PATCH', `/imports/${id}/mapping`, mapping)).toMatchObject({
    status: 202,
    body: { state: 'checking' },
  });
  await work();
  expect(await sendUntilAnswered('POST', `/imports/${id}/run`)).toMatchObject({
    status: 202,
    body: { state: 'running' },
  });
  expect(await sendUntilAnswered('POST', `/imports/${id}/cancel`)).toMatchObject({
    status: 200,
    body: { state: 'cancelled' },
  });
  expect(await sendUntilAnswered('POST', `/imports/${id}/go-on`)).toMatchObject({
    status: 202,
    body: { state: 'running' },
  });
  expect(await work()).toMatchObject({ state: 'done', counts: { created: 4, unpublished: 4 } });

  const one = await sendUntilAnswered('POST', `/files?file=CK-1.pdf&import=${id}`, pdf);
  expect(one).toMatchObject({ status: 200, body: { success: true, published: 1 } });
  const zip = createZip({ 'CK-2.pdf': pdf, 'CK-3.pdf': pdf });
  const two = await sendUntilAnswered('POST', `/files/zip?import=${id}`, zip);
  expect(two).toMatchObject({ status: 200, body: { success: true, published: 2 } });
  const named = { fileName: 'CK-4.pdf', isArchive: false };
  for await (const last of app.imports.files.receive(Readable.from([pdf]), named))
    expect(last).toMatchObject({ isAttached: true });
  const published = await sendUntilAnswered('POST', `/imports/${id}/publish`);
  expect(published).toEqual({ status: 200, body: { success: true, published: 1 } });
  expect((await app.imports.getImport(id))?.counts).toMatchObject({ published: 4, unpublished: 0 });
  expect(await listGoods()).toEqual(codes);

  expect(await sendUntilAnswered('POST', `/imports/${id}/undo`)).toMatchObject({
    status: 202,
    body: { state: 'undoing' },
  });
  expect(await work()).toMatchObject({ state: 'undone', counts: { restored: 4 } });
});

test('F-63 a file that comes again by its key does not take the place of a newer one', async () => {
  const [code] = await app.catalogue.reports
    .list(1)
    .then(({ items }) => items.map((one) => one.code));
  const [first, second] = [await createPdf(2), await createPdf(3)];
  const target = `/files?file=${code}-sample.pdf`;
  const bodyFile = path.join(folder.path, 'sample');
  writeFileSync(bodyFile, first);
  const call = { method: 'POST', path: target, key: 'sample', bodyFile } as const;
  // Behind the commit of the file's own transaction.
  expect(await send(call, 2)).toBeUndefined();
  const named = { fileName: `${code}-sample.pdf`, isArchive: false };
  for await (const one of app.imports.files.receive(Readable.from([second]), named))
    expect(one).toMatchObject({ isAttached: true });
  const files = await app.catalogue.goods.listFiles(String(code));
  expect(await send(call, 0)).toMatchObject({ status: 200, body: { success: true } });
  expect(await app.catalogue.goods.listFiles(String(code))).toEqual(files);
});
