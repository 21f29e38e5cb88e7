import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPdf } from '../support/goods-files.ts';
import { createZip } from '../support/zip-file.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  createUpload,
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';

let admin: AdminTestServer;
let anna: AdminClient;
beforeAll(async () => {
  admin = await startAdminTestServer({ template: 'small' });
  anna = await admin.signIn('editor');
});
afterAll(() => admin?.close());

const page = async (path: string): Promise<string> =>
  (await (await anna.get(path)).text()).replaceAll(/<!--.*?-->/g, '');

/** Returns the text of a page. */
const readText = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

/** The page of an import once it says this. */
const waitForPage = (path: string, words: string): Promise<string> =>
  waitUntil(`the page says ${words}`, async () => {
    const html = await page(path);
    return html.includes(words) && html;
  });

const upload = (content: string, fields: Record<string, string> = {}): Promise<Response> =>
  anna.post('/admin/imports', createUpload(fields, content === '' ? {} : { 'sheet.csv': content }));

test('a sheet is mapped, checked, run and taken back, each step after the other', async () => {
  const [industry] = await admin.server.app.catalogue.industries.list();
  const sheet = [
    'code,title,sector,price_single',
    `IM-1,Imported one,${industry?.slug},1200`,
    `IM-2,Imported two,${industry?.slug},cheap`,
  ].join('\n');
  const refused = await upload('');
  expect([refused.status, (await refused.text()).includes('Choose a CSV')]).toEqual([422, true]);
  const sent = await upload(sheet);
  expect(sent.status).toBe(303);
  const path = sent.headers.get('location') ?? '';
  const unmapped = await waitForPage(path, 'Columns are missing');
  expect(unmapped).toContain('These columns are required: industry.');
  expect(unmapped).toContain('Imported one · Imported two');
  const mapping = {
    intent: 'mapping',
    'map.0': 'code',
    'map.1': 'title',
    'map.2': 'industry',
    'map.3': 'price_single',
  };
  const wrong = await anna.post(path, { ...mapping, 'map.3': 'title' });
  expect(wrong.status).toBe(422);
  expect((await anna.post(path, mapping)).status).toBe(303);
  const checked = await waitForPage(path, 'Import 1 report<');
  expect(checked).toMatch(/price_single[^]*cheap[^]*Write the price as/);
  const errors = await anna.get(`${path}/errors`);
  expect(errors.headers.get('content-disposition')).toContain('errors-');
  expect((await errors.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  expect((await anna.post(path, { intent: 'run' })).status).toBe(303);
  await waitForPage(path, '>Done</span>');
  expect(await page('/admin/reports?words=IM-1')).toContain('Imported one');
  expect((await anna.post(path, { intent: 'undo' })).status).toBe(303);
  await waitForPage(path, '>Undone</span>');
  expect(await page('/admin/reports?words=IM-1')).not.toContain('Imported one');
  expect((await anna.post(path, { intent: 'run' })).status).toBe(409);
});

test('the rules of an import are changed without another upload, and its rows checked again', async () => {
  const sheet =
    'code,title,industry,price_single,Internal note\n' +
    'IM-9,Imported nine,Space Cargo,"$1,200",ask Ravi';
  const path = (await upload(sheet)).headers.get('location') ?? '';
  expect(await waitForPage(path, 'No row can be imported yet.')).toContain(
    'no industry “Space Cargo”',
  );
  const columns = ['code', 'title', 'industry', 'price_single'];
  const mapping = Object.fromEntries(columns.map((column, i) => [`map.${i}`, column]));
  const again = { intent: 'mapping', ...mapping, industries: '1', published: '1' };
  expect((await anna.post(path, again)).status).toBe(303);
  const checked = await waitForPage(path, 'Import 1 report<');
  expect(checked).toMatch(/name="industries"[^>]*checked/);
  expect(checked.replaceAll('<!-- -->', '')).toContain('Not imported: Internal note.');
  expect((await anna.post(path, { intent: 'run' })).status).toBe(303);
  const done = await waitForPage(path, '>Done</span>');
  expect(readText(done)).toMatch(
    /Not published 1 report could not be published\.[^]*Row 2, IM-9 : Buyers of the single-user/,
  );
  expect(await page('/admin/reports?words=IM-9&view=drafts')).toContain('Imported nine');
});

test('a sheet that is to be published says before and afterwards which reports stay drafts', async () => {
  const [industry] = await admin.server.app.catalogue.industries.list();
  const rows = [
    'code,title,industry,price_single,body_html,delivery',
    `IP-1,By us,${industry?.slug},1200,A description.,by us within 5 days`,
    `IP-2,Without,${industry?.slug},1200,A description.,`,
  ];
  const path = (await upload(rows.join('\n'), { published: '1' })).headers.get('location') ?? '';
  const checked = readText(await waitForPage(path, 'Import 2 reports<'));
  expect(checked).toContain('1 report will not be published.');
  expect(checked).toContain('Row 3, IP-2: Buyers of the single-user licence would get nothing');
  expect(checked).not.toContain('Row 2, IP-1');
  await anna.post(path, { intent: 'run' });
  await waitForPage(path, '>Done</span>');
  expect(await page('/admin/reports?words=IP-1')).toMatch(/By us[^]*Published/);
  expect(await page('/admin/reports?words=IP-2&view=drafts')).toContain('Without');
});

test('the files of an import are attached on its page, and publish what waited for them', async () => {
  const [industry] = await admin.server.app.catalogue.industries.list();
  const rows = ['IF-1,One', 'IF-2,Two', 'IF-3,Three'].map((row) => `${row},${industry?.slug},1200`);
  const sheet = ['code,title,industry,price_single', ...rows].join('\n');
  const path = (await upload(sheet, { published: '1' })).headers.get('location') ?? '';
  await waitForPage(path, 'Import 3 reports<');
  await anna.post(path, { intent: 'run' });
  await waitForPage(path, '>Done</span>');
  const pdf = await createPdf(2);
  const send = (files: Record<string, Uint8Array>) =>
    anna.post(path, createUpload({ intent: 'files' }, files));
  const nothing = await send({});
  expect([nothing.status, (await nothing.text()).includes('Choose files')]).toEqual([422, true]);
  expect((await send({ 'files.zip': createZip({ 'IF-1.pdf': pdf }) })).status).toBe(303);
  expect(await page(path)).toMatch(/data-refresh[^]*File 0 of 1\. You can close this page/);
  const after = await waitUntil('the file is attached', async () => {
    const html = await page(path);
    return !html.includes('data-refresh') && html;
  });
  expect(readText(after)).toMatch(/Published with their files 1 Not published 2/);
  expect(after).toContain('1 file attached.');
  const sent = await send({ 'IF-2.pdf': pdf, 'other.txt': Buffer.from('x') });
  expect(sent.status).toBe(303);
  const more = readText(await waitForPage(path, '2 files attached, 1 refused.'));
  expect(more).toContain('other.txt: There is no report other.');
  const named = { fileName: 'IF-3.pdf', isArchive: false };
  const received = admin.server.app.imports.files.receive(Readable.from([pdf]), named);
  for await (const { isAttached } of received) expect(isAttached).toBe(true);
  expect(await page(path)).toContain('Publish the report that is ready');
  expect((await anna.post(path, { intent: 'publish' })).status).toBe(303);
  expect(readText(await page(path))).toMatch(/Published with their files 3 Not published 0/);
  expect(await page(path)).not.toContain('that is ready');
});

test('an undo asks first, and says how many reports it moves and restores', async () => {
  const [industry] = await admin.server.app.catalogue.industries.list();
  const importRows = async (...rows: string[]): Promise<string> => {
    const sheet = ['code,title,industry', ...rows].join('\n');
    const path = (await upload(sheet)).headers.get('location') ?? '';
    await waitForPage(path, 'Import 2 reports<');
    await anna.post(path, { intent: 'run' });
    return waitForPage(path, '>Done</span>');
  };
  const slug = industry?.slug;
  await importRows(`IU-1,Old,${slug}`, `IU-2,Old,${slug}`);
  const done = await importRows(`IU-1,New,${slug}`, `IU-3,New,${slug}`);
  expect(done).toMatch(/popovertarget="undo-import"[^]*id="undo-import" popover="auto"/i);
  expect(readText(done)).toMatch(
    /Undo import \d+\? 1 new report will be moved to the bin, and 1 changed report will get back its earlier content\./,
  );
});

test('reports are exported by everybody who may, and a viewer imports nothing', async () => {
  const viewer = await admin.signIn('viewer');
  const exported = await viewer.get('/admin/reports/export/csv');
  expect(exported.headers.get('content-type')).toContain('text/csv');
  expect(await exported.text()).toMatch(/^\uFEFF?code,/);
  expect((await viewer.get('/admin/imports')).status).toBe(403);
  expect((await anna.get('/admin/reports/export/exe')).status).toBe(404);
});

test('of a list of reports what its filter shows is exported', async () => {
  const { catalogue } = admin.server.app;
  const [wanted, other] = (await catalogue.reports.list(1)).items;
  const address = `/admin/reports?words=${wanted?.code}`;
  const html = (await page(address)).replaceAll('&amp;', '&');
  const link = /href="(\/admin\/reports\/export\/csv[^"]*)"/.exec(html)?.[1] ?? '';
  const sheet = await (await anna.get(link)).text();
  expect(sheet).toContain(`\n${wanted?.code},`);
  expect(sheet).not.toContain(`\n${other?.code},`);
  const all = await (await anna.get('/admin/reports/export/csv')).text();
  expect(all).toContain(`\n${other?.code},`);
});
