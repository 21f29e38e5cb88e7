import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { startOffice, type AdminClient, type AdminTestServer } from './admin-test-client.ts';

let admin: AdminTestServer;
let owner: AdminClient;
let editor: AdminClient;
beforeAll(async () => {
  ({ admin, owner, editor } = await startOffice(['owner', 'editor']));
});
afterAll(() => admin?.close());

const list = '/admin/content/policies';
const visit = (path: string) => fetch(new URL(path, admin.server.url), { redirect: 'manual' });
const readPage = async (path: string) => (await visit(path)).text();
const showsSoon = (path: string, text: string) =>
  waitUntil(`${path} shows ${text}`, async () => (await readPage(path)).includes(text));
const answersSoon = (path: string, status: number) =>
  waitUntil(`${path} answers ${status}`, async () => (await visit(path)).status === status);
const leadsSoon = (path: string, to: string) =>
  waitUntil(`${path} leads to ${to}`, async () => {
    const { status, headers } = await visit(path);
    return status === 301 && headers.get('location') === to;
  });

/** Returns the fields of a page's form, with the revision that it is made from. */
async function readForm(path: string): Promise<Record<string, string>> {
  const html = await owner.readText(path);
  const [, page = ''] = html.split('id="page-name"');
  const revision = [...html.matchAll(/ name="revision" value="(\d+)"/g)].at(-1)?.[1] ?? '';
  expect(page).not.toBe('');
  return { revision };
}

const add = async (fields: Record<string, string>) =>
  owner.post(`${list}/new`, {
    intent: 'add',
    ...(await readForm(`${list}/new`)),
    ...fields,
  });
const change = async (id: string, fields: Record<string, string>) =>
  owner.post(`${list}/${id}`, {
    intent: 'page',
    ...(await readForm(`${list}/${id}`)),
    ...fields,
  });
const publish = (id: string, title: string, html: string) =>
  owner.post(`${list}/${id}`, { intent: 'save', publish: '1', title, description: '', html });

/** Returns the error of a field in a refused form. */
async function readError(answer: Response, field: string): Promise<string> {
  expect(answer.status).toBe(422);
  const html = await answer.text();
  return new RegExp(`href="#page-${field}"[^>]*>([^<]*)`).exec(html)?.[1] ?? html;
}

const page = { name: 'Delivery times', address: '/Delivery-Times/', checkout: '1', footer: '1' };

test('a page that staff add is found everywhere once its text is published', async () => {
  const added = await add({ ...page, words: 'parcel dispatch' });
  expect(added.headers.get('location')).toBe(`${list}/delivery-times`);
  expect((await visit('/delivery-times')).status).toBe(404);
  expect(await owner.readText(list)).toContain('/delivery-times');
  const html = '<p>Within a day, <strong>always</strong>.</p>';
  expect((await publish('delivery-times', 'How fast we deliver', html)).status).toBe(303);
  await showsSoon('/delivery-times', '<strong>always</strong>');
  const shown = await readPage('/delivery-times');
  expect(shown).toContain('<title>How fast we deliver');
  expect(shown).toMatch(/<link rel="canonical" href="[^"]*\/delivery-times"/);
  expect(shown).toContain('"@type":"BreadcrumbList"');
  expect(shown).toContain('<a href="/delivery-times">Delivery times</a>');
  await showsSoon('/sitemap-pages.xml', '/delivery-times</loc>');
  await showsSoon('/llms.txt', '/delivery-times>');
  const [code] = await admin.server.db.selectFrom('report').select('code').limit(1).execute();
  const checkout = await readPage(`/buy-now?id=${code?.code}`);
  expect(checkout).toMatch(/aria-label="Policies"[^]*?>Delivery times</);
  for (const words of ['dispatch', 'fast deliver'])
    expect(await readPage(`/custom_search?q=${encodeURIComponent(words)}`)).toContain(
      'href="/delivery-times"',
    );
  const info = await (await visit('/admin/api/info')).json();
  expect(Object.keys(info)).not.toContain('delivery-times');
});

test('a page is renamed: its old address and links lead to the new one', async () => {
  const renamed = { ...page, name: 'Shipping', address: 'shipping' };
  expect((await change('delivery-times', renamed)).status).toBe(303);
  await answersSoon('/shipping', 200);
  await leadsSoon('/delivery-times', '/shipping');
  await showsSoon('/about', '<a href="/shipping">Shipping</a>');
  await showsSoon('/sitemap-pages.xml', '/shipping</loc>');
  expect(await readPage('/sitemap-pages.xml')).not.toContain('/delivery-times');
  expect((await change('delivery-times', page)).status).toBe(303);
  await answersSoon('/delivery-times', 200);
  await leadsSoon('/shipping', '/delivery-times');
});

test('an address that leads somewhere is refused at the field, with what it leads to', async () => {
  const report = await admin.server.db
    .selectFrom('report')
    .select(['slug', 'code'])
    .limit(1)
    .executeTakeFirstOrThrow();
  const redirect = { from: '/old-page', to: '/about' };
  expect((await owner.post('/admin/content/redirects/new', redirect)).status).toBe(303);
  for (const [address, sentence] of [
    ['Two words', 'Use small letters, digits and hyphens'],
    ['blog', '/blog belongs to a page of this site'],
    ['industries', '/industries belongs to a page of this site'],
    [report.slug, `/${report.slug} belongs to report ${report.code}`],
    ['old-page', '/old-page redirects to /about'],
    ['cookies', '/cookies is the page “Cookies”'],
    ['gdpr-policies', '/gdpr-policies leads to the page “GDPR Policy”'],
    ['shipping', '/shipping leads to the page “Delivery times”'],
  ] as const) {
    const refused = await add({ name: 'Other', address });
    expect([address, await readError(refused, 'address')]).toEqual([
      address,
      expect.stringContaining(sentence),
    ]);
  }
  const noName = await add({ name: ' ', address: 'x-y' });
  expect(await readError(noName, 'name')).toContain('Please give a name');
});

test('no report gets the address that a page has or had', async () => {
  const { catalogue } = admin.server.app;
  const [industry] = await catalogue.industries.list();
  const write = (slug: string) =>
    admin.server.db
      .transaction()
      .execute((tx) =>
        catalogue.writing.write(
          tx,
          [{ code: 'AT-1', title: 'Tin', industry: industry?.slug ?? '', slug }],
          { actor: 'test', isDryRun: true },
        ),
      );
  for (const slug of ['delivery-times', 'shipping', 'cookies'])
    expect(await write(slug)).toMatchObject([
      { ok: false, errors: { slug: [expect.stringContaining('a page of this site')] } },
    ]);
});

test('a page of the specification keeps its address and stays, its name and links change', async () => {
  const moved = { name: 'Cookie facts', address: 'biscuits', checkout: '', footer: '' };
  expect((await change('cookies', moved)).status).toBe(303);
  await showsSoon('/cookies', '<h1');
  expect((await visit('/biscuits')).status).toBe(404);
  await waitUntil(
    'the footer has no link to it',
    async () => !(await readPage('/about')).includes('<a href="/cookies">Cookies</a>'),
  );
  expect((await owner.post(`${list}/cookies`, { intent: 'remove' })).status).toBe(409);
  expect((await visit('/cookies')).status).toBe(200);
});

test('pages are ordered, an editor changes nothing, and two owners meet', async () => {
  const listIds = async () =>
    (await admin.server.app.store.getSettings()).policyPages.map(({ id }) => id);
  const before = await listIds();
  const up = { intent: 'move', id: 'delivery-times', direction: 'up' };
  expect((await owner.post(list, up)).status).toBe(303);
  expect((await listIds()).indexOf('delivery-times')).toBe(before.indexOf('delivery-times') - 1);
  for (const path of [list, `${list}/new`, `${list}/cookies`])
    expect((await editor.post(path, up)).status).toBe(403);
  const seen = await readForm(`${list}/delivery-times`);
  const first = { ...page, intent: 'page', ...seen, name: 'First' };
  expect((await owner.post(`${list}/delivery-times`, first)).status).toBe(303);
  const second = await owner.post(`${list}/delivery-times`, { ...first, name: 'Second' });
  expect(second.status).toBe(409);
  const html = await second.text();
  expect(html).toContain('has changed this since you opened it');
  expect(html).toContain('value="Second"');
  expect(html).toContain('<dd>First</dd>');
});

test('a page that is removed leads nowhere, and undoing it brings it back with its text', async () => {
  expect((await owner.post(`${list}/delivery-times`, { intent: 'remove' })).status).toBe(303);
  await answersSoon('/delivery-times', 404);
  expect(await readPage('/about')).not.toContain('/delivery-times');
  expect((await owner.get(`${list}/delivery-times`)).status).toBe(404);
  const { id } = await admin.server.db
    .selectFrom('auditEntry')
    .select('id')
    .where('outcome', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect((await owner.post(`/admin/audit/${id}`, { intent: 'undo' })).status).toBe(303);
  await showsSoon('/delivery-times', '<strong>always</strong>');
  const { text } = { text: await admin.server.app.store.exportSettings() };
  expect((await owner.post(`${list}/delivery-times`, { intent: 'remove' })).status).toBe(303);
  expect(await admin.server.app.store.importSettings(text, 'test')).toMatchObject({ ok: true });
  await answersSoon('/delivery-times', 200);
});
