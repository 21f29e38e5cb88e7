import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from '../support/browser.ts';
import { createPdf } from '../support/goods-files.ts';
import { testProgram } from '../support/test-staff.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let editor: AdminClient;
let owner: AdminClient;
let viewer: AdminClient;
let browser: Browser;

beforeAll(async () => {
  ({ admin, editor, owner, viewer } = await startOffice(['editor', 'owner', 'viewer']));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await admin?.close();
});

const tus = { 'tus-resumable': '1.0.0' };
type Sent = { readonly headers?: Record<string, string>; readonly body?: BodyInit };

const call = (client: AdminClient, method: string, address: string, { headers, body }: Sent = {}) =>
  fetch(admin.server.url + address, {
    method,
    redirect: 'manual',
    headers: { ...tus, cookie: `${client.cookie.name}=${client.cookie.value}`, ...headers },
    ...(body === undefined ? {} : { body }),
  });

const create = (client: AdminClient, name: string, bytes: number) =>
  call(client, 'POST', '/admin/uploads', {
    headers: {
      'upload-length': String(bytes),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });

const append = (client: AdminClient, address: string, offset: number, body: BodyInit) =>
  call(client, 'PATCH', address, {
    headers: {
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
    },
    body,
  });

const readOffset = async (client: AdminClient, address: string): Promise<number> =>
  Number((await call(client, 'HEAD', address)).headers.get('upload-offset'));

async function begin(client: AdminClient, name: string, bytes: number): Promise<string> {
  const created = await create(client, name, bytes);
  expect(created.status).toBe(201);
  return created.headers.get('location') ?? '';
}

/** Sends a part of what it says that it sends; then the line is cut. */
const appendAndCut = (client: AdminClient, address: string, all: number, part: Buffer) =>
  new Promise<void>((resolve) => {
    const headers = {
      ...tus,
      cookie: `${client.cookie.name}=${client.cookie.value}`,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(all),
    };
    const request = http.request(admin.server.url + address, { method: 'PATCH', headers });
    request.on('error', () => {}).on('close', resolve);
    request.write(part, () => request.destroy());
  });

test('F-60 an upload whose line is cut goes on where it stood, and is an import then', async () => {
  const rows = Array.from({ length: 30_000 }, (_, i) => `UP-${i},A title of number ${i},Food`);
  const sheet = Buffer.from(['code,title,industry', ...rows].join('\n'));
  const address = await begin(editor, 'sheet.csv', sheet.length);
  await appendAndCut(editor, address, sheet.length, sheet.subarray(0, sheet.length - 100_000));
  await expect.poll(() => readOffset(editor, address), { timeout: 20_000 }).toBeGreaterThan(0);
  const offset = await readOffset(editor, address);
  // A second tab that stands elsewhere is told so, and nothing is written twice.
  expect((await append(editor, address, offset + 1, 'x')).status).toBe(409);
  expect((await append(editor, address, offset, sheet.subarray(offset))).status).toBe(204);
  expect(await readOffset(editor, address)).toBe(sheet.length);
  const uploaded = `${address.split('/').at(-1)}=sheet.csv`;
  const sent = await editor.post('/admin/imports', { uploaded, mode: 'good', industries: 'known' });
  expect(sent.status).toBe(303);
  const id = Number(sent.headers.get('location')?.split('/').at(-1));
  expect(await admin.server.app.imports.getImport(id)).toMatchObject({ fileName: 'sheet.csv' });
  const { fileKey } = await admin.server.db
    .selectFrom('reportImport')
    .select('fileKey')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(fileKey).not.toBeNull();
});

test('F-60 in the browser a cut upload goes on from another tab, and its import begins', async () => {
  const sheet = ['code,title,industry', 'TAB-1,Cans,Food', 'x'.repeat(40 * 2 ** 20)].join('\n');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'upload-')), 'tab.csv');
  writeFileSync(file, sheet);
  const page = await openPage(browser, { width: 1440 });
  const context = page.context();
  await context.addCookies([{ ...editor.cookie, url: admin.server.url }]);
  const choose = async (tab: Page): Promise<void> => {
    await tab.goto(new URL('/admin/imports', admin.server.url).href);
    await tab.waitForSelector('form[data-ready]');
    await tab.setInputFiles('input[type=file]', file);
    await tab.getByRole('button', { name: 'Upload and check' }).click();
  };
  let patches = 0;
  // The second part never arrives: the line is gone, and the page is closed.
  await page.route('**/admin/uploads/*', (route) =>
    route.request().method() === 'PATCH' && ++patches > 1 ? route.abort() : route.continue(),
  );
  await choose(page);
  await expect.poll(() => patches, { timeout: 30_000 }).toBeGreaterThan(1);
  await page.waitForSelector('text=tab.csv: the line is cut. It goes on by itself');
  await page.close();
  const tab = await context.newPage();
  const offsets: number[] = [];
  tab.on('request', (request) => {
    const offset = request.headers()['upload-offset'];
    if (request.method() === 'PATCH') offsets.push(Number(offset));
  });
  await choose(tab);
  await tab.waitForURL(/\/admin\/imports\/\d+$/, { timeout: 60_000 });
  expect(offsets[0]).toBeGreaterThanOrEqual(16 * 2 ** 20);
  await context.close();
  rmSync(path.dirname(file), { recursive: true });
});

test('F-60 a form that was refused keeps its upload, and one that was done has used it', async () => {
  const [report] = (await admin.server.app.catalogue.reports.list(1)).items;
  const pdf = Buffer.from(await createPdf(2));
  const address = await begin(editor, 'goods.pdf', pdf.length);
  expect((await append(editor, address, 0, pdf)).status).toBe(204);
  const files = `/admin/reports/${report?.id}/files`;
  const uploaded = `${address.split('/').at(-1)}=goods.pdf`;
  const form = { intent: 'upload', purpose: 'goods', uploaded, 'licence.single': '1' };
  const refused = await editor.post(files, { ...form, 'new-edition': '1', reason: '' });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('Uploaded already: goods.pdf');
  const done = await editor.post(files, form);
  expect(done.status).toBe(303);
  expect(await (await editor.follow(done)).text()).toContain('The file was added.');
  expect((await call(editor, 'HEAD', address)).status).toBe(404);
});

test('F-60 an upload is its maker’s alone, for roles that may upload, from our own pages', async () => {
  const address = await begin(editor, 'a.pdf', 10);
  expect((await create(viewer, 'a.pdf', 10)).status).toBe(403);
  expect((await call(viewer, 'HEAD', address)).status).toBe(403);
  expect((await call(owner, 'HEAD', address)).status).toBe(404);
  expect((await append(owner, address, 0, 'x')).status).toBe(404);
  expect((await call(owner, 'DELETE', address)).status).toBe(404);
  const foreign = { headers: { 'sec-fetch-site': 'cross-site' } };
  expect((await call(editor, 'DELETE', address, foreign)).status).toBe(403);
  const nobody = await fetch(admin.server.url + address, { method: 'HEAD', headers: tus });
  expect(nobody.status).toBe(401);
  expect(await readOffset(editor, address)).toBe(0);
  expect((await call(editor, 'DELETE', address)).status).toBe(204);
});

test('F-60 a program uploads by its token, and imports what it uploaded', async () => {
  const { app, url } = admin.server;
  const given = { name: 'a program', scopes: ['imports'] };
  const token = await app.apiTokens.create(testProgram, given);
  if (!token.ok) throw new Error(token.message);
  const authorization = `Bearer ${token.value}`;
  const send = (method: string, address: string, headers = {}, body?: string) =>
    fetch(url + address, {
      method,
      headers: { ...tus, authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  const created = await send('POST', '/api/v1/uploads', { 'upload-length': '19' });
  const address = created.headers.get('location') ?? '';
  expect(address).toMatch(/^\/api\/v1\/uploads\//);
  const id = address.split('/').at(-1);
  const importCall = `/api/v1/imports?file=a.csv&upload=${id}`;
  expect((await send('POST', importCall)).status).toBe(409);
  const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  expect((await send('PATCH', address, part, 'code,title,industry')).status).toBe(204);
  expect((await send('POST', importCall)).status).toBe(202);
  expect((await send('POST', importCall)).status).toBe(404);
  expect((await fetch(url + address, { method: 'HEAD', headers: tus })).status).toBe(401);
});

test('F-60 an upload is bounded in size and number, and takes no more than was said', async () => {
  expect((await create(editor, 'a.pdf', 3 * 2 ** 30)).status).toBe(413);
  const address = await begin(owner, 'b.pdf', 3);
  expect((await append(owner, address, 0, '1234')).status).toBeGreaterThanOrEqual(400);
  expect(await readOffset(owner, address)).toBe(0);
  await begin(owner, 'c.pdf', 2 ** 31);
  for (let i = 0; i < 2; i++) await begin(owner, 'd.pdf', 2 ** 31);
  expect((await create(owner, 'e.pdf', 2 ** 31)).status).toBe(429);
  const query = { uploaded: `${address.split('/').at(-1)}=b.pdf`, mode: 'good' };
  const refused = await owner.post('/admin/imports', query);
  expect(await refused.text()).toContain('b.pdf has not arrived completely');
});

test('F-60 an upload of which nothing came for a day is gone', async () => {
  const address = await begin(editor, 'old.pdf', 3);
  await append(editor, address, 0, '12');
  const young = await begin(editor, 'young.pdf', 3);
  const id = address.split('/').at(-1) ?? '';
  const touchedAt = new Date(Date.now() - 25 * 3_600_000);
  const { db, app } = admin.server;
  await db.updateTable('keptUpload').set({ touchedAt }).where('id', '=', id).execute();
  await app.jobs['uploads.removeOld']({});
  expect((await call(editor, 'HEAD', address)).status).toBe(404);
  expect((await call(editor, 'HEAD', young)).status).toBe(200);
});
