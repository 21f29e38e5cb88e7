import { isDeepStrictEqual } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  collectPageErrors,
  expectAccessiblePages,
  launchBrowser,
  openPage,
} from '../support/browser.ts';
import { makePicture } from '../support/hostile-pictures.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  createUpload,
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';

let admin: AdminTestServer;
let editor: AdminClient;
let browser: Browser;
beforeAll(async () => {
  [admin, browser] = [await startAdminTestServer({ template: 'small' }), await launchBrowser()];
  editor = await admin.signIn('editor');
});
afterAll(async () => {
  await browser?.close();
  await admin?.close();
});

type Fields = Readonly<Record<string, string>>;
type Files = Readonly<Record<string, string | Uint8Array>>;

const send = (path: string, fields: Fields, files: Files, headers: Fields = {}) =>
  editor.post(path, createUpload(fields, files), headers);

async function upload(name: string, colour: string, alternativeText = 'A field of wheat') {
  const path = '/admin/media/data';
  const sent = await send(path, { alternativeText }, { [name]: await makePicture(colour) });
  const answer = (await sent.json()) as { value: { pictures: { id: number; name: string }[] } };
  const [picture] = answer.value.pictures;
  if (!picture) throw new Error('nothing was uploaded');
  return picture;
}

test('an empty library says what it is for; several pictures are uploaded with one plain form', async () => {
  expect(await (await editor.get('/admin/media')).text()).toContain('There is no picture yet.');
  const files = { 'a.png': await makePicture('#aa0000'), 'b.jpg': await makePicture('#bb0000') };
  const uploaded = await send('/admin/media', { intent: 'upload' }, files);
  expect(uploaded.status).toBe(303);
  const html = await (await editor.follow(uploaded)).text();
  expect(html).toContain('2 pictures are in the library.');
  expect(html).toContain('Not described');
  const nothing = await send('/admin/media', { intent: 'upload' }, {});
  expect([nothing.status, await nothing.text()]).toEqual([
    422,
    expect.stringContaining('Choose a picture'),
  ]);
});

test('F38: what is refused is named with its reason, and the good pictures are kept', async () => {
  const files = {
    'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'page.png': '<html><script>alert(1)</script>',
    'good.png': await makePicture('#cc0000'),
  };
  const answer = await send('/admin/media', { intent: 'upload' }, files);
  expect(answer.status).toBe(415);
  const html = await answer.text();
  expect(html).toContain('drawing.svg: SVG drawings can contain scripts');
  expect(html).toContain('page.png: This is not a picture');
  expect(html).toContain('>good<');
  expect(html).not.toContain('<script>alert');
});

test('a picture of the library is served redrawn, in the format that a browser asks for', async () => {
  const { name } = await upload('served.png', '#dd0000');
  const { url } = admin.server;
  const original = await fetch(new URL(`/picture/${name}`, url));
  expect([original.status, original.headers.get('content-type')]).toEqual([200, 'image/png']);
  const small = await fetch(new URL(`/picture/${name}?width=160&format=webp`, url));
  expect(small.headers.get('content-type')).toBe('image/webp');
  expect((await fetch(new URL('/picture/media/none', url))).status).toBe(404);
});

test('a picture is described, replaced, and can’t go while a service shows it', async () => {
  const { id, name } = await upload('service.png', '#ee0000', '');
  const page = `/admin/media/${id}`;
  const service = { name: 'Advice', priority: '', image: name, description: '<p>We help.</p>' };
  const tooEarly = await editor.post('/admin/services/new', service);
  expect([tooEarly.status, await tooEarly.text()]).toEqual([
    422,
    expect.stringContaining('Describe what media/service shows before you use it'),
  ]);
  const described = await editor.post(page, { intent: 'describe', alternativeText: 'Two people' });
  expect(described.status).toBe(303);
  expect((await editor.post('/admin/services/new', service)).status).toBe(303);
  const shown = () => fetch(new URL('/services', admin.server.url)).then((r) => r.text());
  await waitUntil('the page shows it', async () => (await shown()).includes(`/picture/${name}`));
  expect(await (await editor.get(page)).text()).toContain('Advice');
  const refused = await editor.post(page, { intent: 'remove' });
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('service “Advice”'),
  ]);
  const next = { 'next.jpg': await makePicture('#ee0001') };
  expect((await send(page, { intent: 'replace' }, next)).status).toBe(303);
  const wrong = await send(page, { intent: 'replace' }, { 'x.png': 'no picture' });
  expect([wrong.status, await wrong.text()]).toEqual([
    415,
    expect.stringContaining('This is not a picture'),
  ]);
});

test('the picker’s script finds pictures by their words, and is told what is wrong', async () => {
  await upload('wheat harvest.png', '#ff0001', 'A combine in Kansas');
  const found = await editor.get('/admin/media/data?words=kansas');
  expect(await found.json()).toMatchObject({
    ok: true,
    value: { pictures: [{ name: 'media/wheat-harvest', alternativeText: 'A combine in Kansas' }] },
  });
  const wrong = await send('/admin/media/data', {}, { 'x.png': 'text' });
  expect([wrong.status, await wrong.json()]).toEqual([
    415,
    expect.objectContaining({ ok: false, message: expect.stringContaining('not a picture') }),
  ]);
});

async function openOffice(path: string): Promise<Page> {
  const page = await openPage(browser, { width: 1440 });
  const { url } = admin.server;
  await page.context().addCookies([{ ...editor.cookie, url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(`${url}${path}`);
  return page;
}

test('pictures are uploaded with their progress, and each says what became of it', async () => {
  const page = await openOffice('/admin/media');
  const good = { name: 'tin.png', mimeType: 'image/png', buffer: await makePicture('#0a0b0c') };
  const bad = { name: 'bad.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg></svg>') };
  const empty = { name: 'none.png', mimeType: 'image/png', buffer: Buffer.alloc(0) };
  // Before its script is there, the browser sends the form by itself.
  await page.waitForSelector('form[data-upload-pictures][data-ready]');
  await page.setInputFiles('.media-upload input[type=file]', [good, bad, empty]);
  await page.click('.media-upload button');
  await page.getByText('tin.png: is in the library').waitFor();
  await page.getByText('bad.svg: SVG drawings can contain scripts').waitFor();
  await page.getByText('none.png: This file is empty. Upload it again.').waitFor();
  await page.locator('.admin-list').getByText('tin', { exact: true }).waitFor();
  const next = { ...good, name: 'next.png', buffer: await makePicture('#0a0b0d') };
  await page.setInputFiles('.media-upload input[type=file]', [next]);
  await page.focus('.media-upload button');
  await page.keyboard.press('Enter');
  await page.locator('.admin-list').getByText('next', { exact: true }).waitFor();
  // What was said stays, and the keyboard goes on where it was.
  expect(await page.textContent('.media-progress')).toBe('next.png: is in the library');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Upload');
  const { id } = await findPicture('media/tin');
  await expectAccessiblePages(page, admin.server.url, [
    '/admin/media',
    '/admin/media?only=unused',
    `/admin/media/${id}`,
    '/admin/services/new',
  ]);
});

const findPicture = (name: string) =>
  admin.server.db
    .selectFrom('media')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();

async function createReport(code: string): Promise<number> {
  const [industry] = await admin.server.app.catalogue.industries.list();
  const made = await editor.post('/admin/reports/new', {
    intent: 'create',
    code,
    title: 'Tin',
    industry: industry?.slug ?? '',
  });
  return Number(made.headers.get('location')?.split('/')[3]);
}

test('a picture comes into a report from the library, where it is described first', async () => {
  await upload('tin mine.png', '#0b0c0d', '');
  const id = await createReport('MED-1');
  const page = await openOffice(`/admin/reports/${id}/edit`);
  const errors = collectPageErrors(page);
  await page.waitForSelector('form[data-connected]');
  await page.click('button[aria-label="Picture from the media library"]');
  await page.fill('.media-picker input[type=search]', 'tin-mine');
  await page.click('.media-grid button:has-text("tin-mine")');
  await page.locator('.media-grid form input').fill('The mine of Huanuni');
  await page.click('.media-grid form button');
  await page.fill('.admin-dialog input[name=caption]', 'Bolivia');
  await page.click('.admin-dialog button[value=ok]');
  await page.waitForSelector('.ProseMirror figure img[src^="/picture/media/tin-mine"]');
  const words = { text: 'The mine of Huanuni', caption: 'Bolivia' };
  await waitUntil('the draft has the picture', async () => {
    const draft = await admin.server.db
      .selectFrom('reportDraft')
      .select('changes')
      .where('reportId', '=', id)
      .executeTakeFirst();
    const picture = { kind: 'picture', name: 'media/tin-mine', ...words };
    return isDeepStrictEqual(draft?.changes['description'], [picture]);
  });
  expect(errors).toEqual([]);
});

test('a picture that is pressed while the search answers is the one that is chosen', async () => {
  await upload('copper mine.png', '#0b0c0e', '');
  const page = await openOffice(`/admin/reports/${await createReport('MED-2')}/edit`);
  await page.click('button[aria-label="Picture from the media library"]');
  const tile = page.locator('.media-grid button:has-text("copper-mine")');
  await tile.scrollIntoViewIfNeeded();
  const box = await tile.boundingBox();
  const answered = page.waitForResponse((response) => response.url().includes('words=copper'));
  await page.fill('.media-picker input[type=search]', 'copper');
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 20);
  await page.mouse.down();
  await (await answered).finished();
  // Whatever the answer leads to is on the page after its next frames.
  await page.evaluate(
    () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))),
  );
  await page.mouse.up();
  await page.locator('.media-grid form input').waitFor();
});

test('sales and viewers have no library', async () => {
  for (const role of ['sales', 'finance', 'viewer'] as const) {
    const other = await admin.signIn(role);
    for (const path of ['/admin/media', '/admin/media/1', '/admin/media/data'])
      expect([path, (await other.get(path)).status]).toEqual([path, 403]);
    expect((await other.post('/admin/media/1', { intent: 'remove' })).status).toBe(403);
  }
  expect((await admin.visitor.get('/admin/media/data')).status).toBe(303);
});
