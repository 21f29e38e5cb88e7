import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';
import { readForm } from './read-form.ts';

let admin: AdminTestServer;
let anna: AdminClient;
let bea: AdminClient;
beforeAll(async () => {
  admin = await startAdminTestServer({ template: 'small' });
  anna = await admin.signIn('owner');
  bea = await admin.signIn('owner');
  await rename(anna, 'Anna Ahrens');
  await rename(bea, 'Bea Baum');
});
afterAll(() => admin?.close());

const rename = ({ staffId }: AdminClient, name: string) =>
  admin.server.db.updateTable('staff').set({ name }).where('id', '=', staffId).execute();

const findLink = async (list: string): Promise<string> => {
  const html = await (await anna.get(list)).text();
  return new RegExp(`href="(${list}/(?:\\d+|terms))"`).exec(html)?.[1] ?? '';
};

/** Pages of the settings, the field that both of them change, and its two texts. */
const settingsForms = [
  ['/admin/settings/legal', 'legal.name', 'Quill Ltd', 'Quill plc'],
  ['/admin/settings/numbering', 'numbering.invoice', 'A-{year}-{000000}', 'B-{year}-{000000}'],
  ['/admin/settings/currency', 'currency', 'EUR', 'GBP'],
  ['/admin/settings/licences', 'licences.0.rights', 'Anna may read it.', 'Bea may read it.'],
  ['/admin/content/site/brand', 'brand.tagline', 'Annas words', 'Beas words'],
  ['/admin/content/site/contact', 'offices.0.place', 'Antwerp', 'Berlin'],
  ['/admin/content/site/about', 'about.html', '<p>Annas text</p>', '<p>Beas text</p>'],
  ['/admin/content/site/home', 'texts.home.title', 'Annas home', 'Beas home'],
  ['/admin/content/site/texts', 'texts.footer.note', 'Annas note', 'Beas note'],
  ['/admin/content/navigation', 'navigation.footer.0.title', 'Annas menu', 'Beas menu'],
  ['/admin/content/metas/about', 'metas.about.title', 'Annas title', 'Beas title'],
  ['/admin/settings/emails/order.receipt', 'subject', 'Annas subject', 'Beas subject'],
] as const;

const readSaved = (html: string): string => /admin-saved-now.*?<\/dl>/s.exec(html)?.[0] ?? '';

test.each(settingsForms)(
  'of two people at %s the second sees who saved what meanwhile, and loses nothing',
  async (path, field, annas, beas) => {
    const read = async () => {
      const html = await anna.readText(path);
      return { ...readForm(html, 'save'), ...readChecked(html) };
    };
    const before = { ...(await read()), 'metas.about.description': 'x' };
    expect((await anna.post(path, { ...before, [field]: annas })).status).toBe(303);
    const late = await bea.post(path, { ...before, [field]: beas });
    expect(late.status).toBe(409);
    const html = await late.text();
    expect(html).toContain('Anna Ahrens has changed this since you opened it');
    expect(readSaved(html)).toContain(annas.replaceAll(/<.*?>/g, ''));
    const shown = { ...readForm(html, 'save'), ...readChecked(html) };
    expect(shown[field]).toBe(beas);
    expect((await read())[field]).toBe(annas);
    // Her answer was lost, and she sends it again.
    expect((await anna.post(path, { ...before, [field]: annas })).status).toBe(303);
    expect((await bea.post(path, shown)).status).toBe(303);
    expect((await read())[field]).toBe(beas);
  },
);

const readChecked = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)]
      .filter(([tag]) => tag.includes(' checked'))
      .map(([tag]) => [/name="([^"]*)"/.exec(tag)?.[1] ?? '', '1']),
  );

test('settings that somebody changed elsewhere on the page of another are no conflict', async () => {
  const path = '/admin/content/site/home';
  const page = await bea.readText(path);
  const form = { ...readForm(page, 'save'), ...readChecked(page) };
  const texts = readForm(await anna.readText('/admin/content/site/texts'), 'save');
  const note = { ...texts, 'texts.footer.note': 'Elsewhere' };
  expect((await anna.post('/admin/content/site/texts', note)).status).toBe(303);
  expect((await bea.post(path, { ...form, 'texts.home.title': 'Own' })).status).toBe(303);
  const { texts: saved } = await admin.server.app.store.getSettings();
  expect(saved).toMatchObject({ 'footer.note': 'Elsewhere', 'home.title': 'Own' });
});

test('a row that is added to an old form does not hide what somebody saved meanwhile', async () => {
  const path = '/admin/content/navigation';
  const form = readForm(await bea.readText(path), 'save');
  const [first, second] = ['navigation.header.0.label', 'navigation.header.1.label'];
  expect((await anna.post(path, { ...form, [first]: 'Annas link' })).status).toBe(303);
  const added = await bea.post(path, { ...form, arrange: 'navigation.header.add' });
  const arranged = await added.text();
  expect(readSaved(arranged)).toBe('');
  const typed = { ...readForm(arranged, 'save'), [second]: 'Beas link' };
  const late = await bea.post(path, typed);
  expect(late.status).toBe(409);
  const html = await late.text();
  expect(readSaved(html)).toMatch(/<dt>Header<\/dt><dd>Annas link, \/services\n/);
  expect(readForm(html, 'save')[second]).toBe('Beas link');
});

test('who only mends a mistake is not told of a change elsewhere', async () => {
  const path = '/admin/settings/bank';
  const form = readForm(await bea.readText(path), 'save');
  const brand = readForm(await anna.readText('/admin/content/site/brand'), 'save');
  const tagline = { ...brand, 'brand.tagline': 'Meanwhile' };
  expect((await anna.post('/admin/content/site/brand', tagline)).status).toBe(303);
  const wrong = await bea.post(path, { ...form, 'bank.bic': '' });
  expect(wrong.status).toBe(422);
  expect(readSaved(await wrong.text())).toBe('');
});

test('a redirect that an import has changed names who imported it, not who saved it before', async () => {
  const list = '/admin/content/redirects';
  const made = { intent: 'save', from: '/imported', to: '/about' };
  expect((await anna.post(`${list}/new`, made)).status).toBe(303);
  const path =
    /href="(\/admin\/content\/redirects\/\d+)"/.exec(await anna.readText(list))?.[1] ?? '';
  const form = readForm(await anna.readText(path), 'save');
  expect((await anna.post(path, { ...form, to: '/faq' })).status).toBe(303);
  const lines = { intent: 'import', lines: '/imported,/services' };
  expect((await bea.post(`${list}/import`, lines)).status).toBe(303);
  const late = await anna.post(path, { ...form, to: '/contact' });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain('Bea Baum has changed this since you opened it');
});

/** Where the form is, which one it is, and the field that both of them change. */
const forms = [
  ['an industry', '/admin/industries', 'change', 'description'],
  ['an author', '/admin/authors', 'change', 'about'],
  ['a service', '/admin/services', 'change', 'name'],
  ['a redirect', '/admin/content/redirects', 'save', 'to'],
  ['an answer template', '/admin/enquiries/templates', 'save', 'subject'],
  ['a post', '/admin/content/blog', 'save', 'summary'],
  ['a press release', '/admin/content/press', 'save', 'summary'],
  ['a question', '/admin/content/faq', 'save', 'title'],
  ['a testimonial', '/admin/content/testimonials', 'save', 'name'],
  ['a client', '/admin/content/logos', 'save', 'name'],
  ['a policy', '/admin/content/policies', 'save', 'title'],
  ['a newsletter issue', '/admin/issues', 'save', 'subject'],
] as const;

test.each(forms)(
  'who saves %s that somebody else saved meanwhile sees both texts first, and loses none',
  async (_, list, intent, field) => {
    if (list.endsWith('redirects'))
      await anna.post(`${list}/new`, { intent: 'save', from: '/old-page', to: '/about' });
    if (list.endsWith('issues'))
      await anna.post(`${list}/new`, { intent: 'save', subject: 'Steel', body: '<p>Text</p>' });
    const path = await findLink(list);
    expect(path).toContain(list);
    const read = async () => readForm(await (await anna.get(path)).text(), intent);
    const before = await read();
    const [annas, beas] = [`/reports?a=${list.length}`, `/reports?b=${list.length}`];
    const [hers, other] = [
      { ...before, [field]: annas },
      { ...before, [field]: beas },
    ];
    if (Object.hasOwn(before, 'kind') && before['kind'] === '' && list.endsWith('authors'))
      for (const typed of [hers, other]) Object.assign(typed, { kind: 'desk' });
    expect((await anna.post(path, hers)).status).toBe(303);
    const late = await bea.post(path, other);
    expect(late.status).toBe(409);
    const html = await late.text();
    expect(html).toContain('What is saved now');
    expect(html).toContain('Anna Ahrens has changed this since you opened it');
    // What both left as it was is none of the differences.
    const listed = /admin-saved-now.*?<\/dl>/s.exec(html)?.[0] ?? '';
    expect(listed.match(/<dd>/g)).toHaveLength(1);
    expect(html).toMatch(new RegExp(`<dd>${annas.replace('?', '\\?')}</dd>`));
    const shown = readForm(html, intent);
    expect(shown[field]).toBe(beas);
    expect((await read())[field]).toBe(annas);
    // Her answer was lost, and she sends it again.
    expect((await anna.post(path, hers)).status).toBe(303);
    expect((await bea.post(path, shown)).status).toBe(303);
    expect((await read())[field]).toBe(beas);
  },
);
