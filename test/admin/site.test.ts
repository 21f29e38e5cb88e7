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

const getSettings = () => admin.server.app.store.getSettings();
const visit = (path: string) => fetch(new URL(path, admin.server.url), { redirect: 'manual' });
const showsSoon = (path: string, text: string) =>
  waitUntil(`${path} shows ${text}`, async () => (await (await visit(path)).text()).includes(text));

/** The fields of the page's last form, as a browser would post them. */
async function readForm(client: AdminClient, path: string): Promise<Record<string, string>> {
  const html = await (await client.get(path)).text();
  const fields: Record<string, string> = {};
  const decode = (text: string) =>
    text
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  for (const [tag] of html.matchAll(/<input[^>]*>/g)) {
    const name = / name="([^"]*)"/.exec(tag)?.[1];
    if (name === undefined || (tag.includes('type="checkbox"') && !tag.includes(' checked')))
      continue;
    fields[name] = decode(/ value="([^"]*)"/.exec(tag)?.[1] ?? '');
  }
  for (const [, name = '', text = ''] of html.matchAll(
    /<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)/g,
  ))
    fields[name] = decode(text);
  for (const [, name = '', options = ''] of html.matchAll(
    /<select[^>]* name="([^"]*)"[^>]*>(.*?)<\/select>/gs,
  ))
    fields[name] = / value="([^"]*)" selected/.exec(options)?.[1] ?? '';
  return fields;
}

const paths = {
  brand: '/admin/content/site/brand',
  contact: '/admin/content/site/contact',
  home: '/admin/content/site/home',
  navigation: '/admin/content/navigation',
};

test('a name, a tagline and a colour are on the site at once; a pale colour is refused', async () => {
  const form = await readForm(owner, paths.brand);
  const pale = await owner.post(paths.brand, { ...form, 'brand.colours.accent': '#ffcc00' });
  expect(pale.status).toBe(422);
  const html = await pale.text();
  expect(html).toContain('href="#brand.colours.accent"');
  expect(html).toContain('its contrast is 1.5');
  const good = {
    name: 'Quill & Sons',
    'brand.tagline': 'Figures since 1887',
    'brand.colours.accent': '#004080',
  };
  expect((await owner.post(paths.brand, { ...form, ...good })).status).toBe(303);
  await showsSoon('/', 'Figures since 1887');
  expect(await (await visit('/')).text()).toContain('--color-accent:#004080');
  expect(await (await owner.get(paths.brand)).text()).toContain('contrast 10');
});

test('a logo for dark grounds is at the foot of pages; one that is not in the media is refused', async () => {
  const form = await readForm(owner, paths.brand);
  const missing = { ...form, 'brand.logoOnDark': 'media/no-such-logo' };
  const refused = await owner.post(paths.brand, missing);
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('href="#brand.logoOnDark"');
  const own = { ...form, 'brand.logoOnDark': 'services/briefings.svg' };
  expect((await owner.post(paths.brand, own)).status).toBe(303);
  await showsSoon('/', '/picture/services/briefings.svg');
  const [head = '', foot = ''] = (await (await visit('/')).text()).split('class="footer-links"');
  expect([head, foot].map((part) => /alt="[^"]*"[^>]*class="h-9/.test(part))).toEqual([
    false,
    true,
  ]);
  expect((await owner.post(paths.brand, form)).status).toBe(409);
});

test('offices are arranged without script, and a blank one is left out', async () => {
  const form = await readForm(owner, paths.contact);
  const { offices } = await getSettings();
  const added = await owner.post(paths.contact, { ...form, arrange: 'offices.add' });
  expect(added.status).toBe(200);
  const html = await added.text();
  expect(html).toContain(`name="offices.${offices.length}.place"`);
  expect(html).not.toContain('admin-errors');
  const place = `offices.${offices.length}`;
  const typed = { [`${place}.row`]: '1', [`${place}.place`]: 'Oslo', [`${place}.address`]: '' };
  const wrong = await owner.post(paths.contact, { ...form, ...typed });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain(`href="#${place}.address"`);
  const blank = { ...typed, [`${place}.place`]: ' ' };
  const up = { ...form, ...blank, arrange: `${place}.up` };
  expect((await owner.post(paths.contact, up)).status).toBe(200);
  expect((await owner.post(paths.contact, { ...form, ...blank })).status).toBe(303);
  expect((await getSettings()).offices).toEqual(offices);
});

test('blocks of the home page are chosen and ordered', async () => {
  const form = await readForm(owner, paths.home);
  const blocks = (await getSettings()).home.blocks;
  const { 'home.blocks.0.isShown': _, ...without } = form;
  expect((await owner.post(paths.home, { ...without, 'texts.home.title': 'Facts' })).status).toBe(
    303,
  );
  expect((await getSettings()).home.blocks).toEqual(blocks.slice(1));
  await showsSoon('/', 'Facts</h1>');
});

test('a link of the header is changed, one that leads nowhere is told, and it is undone', async () => {
  const form = await readForm(owner, paths.navigation);
  const before = (await getSettings()).navigation;
  const changed = {
    ...form,
    'navigation.header.0.label': 'Advice',
    'navigation.header.0.href': '/no-such-page',
  };
  const saved = await owner.post(paths.navigation, changed);
  expect(saved.status).toBe(303);
  const html = await (await owner.follow(saved)).text();
  expect(html).toContain('These links lead to no page');
  expect(html).toContain('<code>/no-such-page</code>');
  await showsSoon('/', '>Advice</a>');
  const script = { ...form, 'navigation.header.0.href': 'javascript:alert(1)' };
  expect((await owner.post(paths.navigation, script)).status).toBe(409);
  const { version } = await readForm(owner, paths.navigation);
  const refused = await owner.post(paths.navigation, { ...script, version: version ?? '' });
  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain('href="#navigation.header.0.href"');
  const entry = await admin.server.db
    .selectFrom('auditEntry')
    .select('id')
    .where('verb', '=', 'navigation.edit')
    .where('outcome', '=', 'done')
    .executeTakeFirstOrThrow();
  expect((await owner.post(`/admin/audit/${entry.id}`, { intent: 'undo' })).status).toBe(303);
  expect((await getSettings()).navigation).toEqual(before);
  expect(await (await owner.get(paths.navigation)).text()).not.toContain('lead to no page');
});

test('what a second owner changed meanwhile is told once, and nothing is lost', async () => {
  const form = await readForm(owner, '/admin/content/metas/about');
  const typed = (title: string) => ({
    ...form,
    'metas.about.title': title,
    'metas.about.description': 'x',
  });
  expect((await owner.post('/admin/content/metas/about', typed('First'))).status).toBe(303);
  const second = await owner.post('/admin/content/metas/about', typed('Second'));
  expect(second.status).toBe(409);
  const html = await second.text();
  expect(html).toContain('has changed this since you opened it');
  expect(html).toContain('value="Second"');
  const version = / name="version" value="(\d+)"/.exec(html)?.[1] ?? '';
  expect(
    (await owner.post('/admin/content/metas/about', { ...typed('Second'), version })).status,
  ).toBe(303);
  await showsSoon('/about', '<title>Second');
});

test('an email is worded, previewed as it is sent, and back in its built-in words', async () => {
  const path = '/admin/settings/emails/order.receipt';
  const words = {
    intent: 'save',
    subject: 'Merci: {order}',
    text: 'Danke für {order}.\n\nBis bald!',
  };
  const seen = await owner.post(path, { ...words, preview: '1' });
  expect(seen.status).toBe(200);
  const html = await seen.text();
  expect(html).toContain('Merci: QI-000042');
  expect(html).toContain('Download: Wheat Market (PDF)');
  expect((await getSettings()).emails).toEqual({});
  const wrong = await owner.post(path, { ...words, text: 'Dear {name}' });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('{name} is not filled in here');
  expect((await owner.post(path, words)).status).toBe(303);
  expect((await getSettings()).emails).toEqual({
    'order.receipt': { subject: words.subject, text: words.text },
  });
  expect(await (await owner.get('/admin/settings/emails')).text()).toContain('Your own');
  expect((await owner.post(path, { intent: 'reset' })).status).toBe(303);
  expect((await getSettings()).emails).toEqual({});
});

test('a policy is drafted, published, read by visitors and compared', async () => {
  const path = '/admin/content/policies/cookies';
  const form = { intent: 'save', title: 'Cookies', description: '', html: '<p>None at all.</p>' };
  expect((await owner.post(path, form)).status).toBe(303);
  expect(await (await owner.get('/admin/content/policies')).text()).toContain('>Draft</');
  expect(await (await visit('/cookies')).text()).not.toContain('None at all.');
  expect((await owner.post(path, { ...form, publish: '1' })).status).toBe(303);
  await showsSoon('/cookies', 'None at all.');
  const { versions } = await admin.server.db
    .selectFrom('policyVersion')
    .select((eb) => eb.fn.max('number').as('versions'))
    .where('name', '=', 'cookies')
    .executeTakeFirstOrThrow();
  const compared = await (await owner.get(`${path}/${versions}`)).text();
  expect(compared).toContain('<ins>None at all.</ins>');
  expect(compared).toContain('<del>');
  expect((await owner.get(`${path}/999`)).status).toBe(404);
});

test('the pages are the owner’s, redirects the editor’s as well; others are refused', async () => {
  const sales = await admin.signIn('sales');
  const own = [
    ...Object.values(paths),
    '/admin/content/site',
    '/admin/content/metas',
    '/admin/content/policies',
    '/admin/settings/emails',
  ];
  for (const path of own) {
    expect([path, (await owner.get(path)).status]).toEqual([path, 200]);
    expect([path, (await editor.get(path)).status]).toEqual([path, 403]);
    expect([path, (await editor.post(path, { name: 'x' })).status]).toEqual([path, 403]);
  }
  expect((await editor.get('/admin/content/redirects')).status).toBe(200);
  expect((await sales.get('/admin/content/redirects')).status).toBe(403);
  expect((await owner.get('/admin/content/site/no-such-part')).status).toBe(404);
  expect(await owner.readText('/admin/content/site/about')).toContain('data-rich-text-tree="[{');
});
