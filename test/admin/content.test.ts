import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import {
  createUpload,
  startOffice,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';

let admin: AdminTestServer;
let editor: AdminClient;
beforeAll(async () => {
  ({ admin, editor } = await startOffice(['editor']));
});
afterAll(() => admin?.close());

const readPage = async (path: string): Promise<string> => (await editor.get(path)).text();
/** A public page once it says that. */
const waitForPage = (path: string, isThere: (page: string, status: number) => boolean) =>
  waitUntil(`the new ${path}`, async () => {
    const response = await admin.visitor.get(path);
    return isThere(await response.text(), response.status);
  });

/** Returns the fields that the form of a page would post. */
function readForm(html: string): Record<string, string> {
  const value = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];
  const text = (name: string) =>
    new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)<`).exec(html)?.[1];
  const fields = ['name', 'slug', 'createdAt', 'image', 'imageText', 'revision', 'author'];
  return {
    intent: 'save',
    state: /<option value="(\w+)" selected/.exec(html)?.[1] ?? '',
    ...Object.fromEntries(fields.map((name) => [name, unescape(value(name) ?? '')])),
    html: unescape(text('html') ?? ''),
  };
}
const unescape = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');

const hostile =
  '<p onclick="hack()">A text that anybody may read.</p><script>hack()</script><svg onload="hack()">' +
  '</svg><a href="javascript:hack()">link</a><img src="x" onerror="hack()">';
const isInert = (html: string): boolean => !/hack\(\)/.test(html);

test('F31: a post is written, previewed and published, and nothing of a script is in it', async () => {
  const form = { intent: 'save', name: 'Hostile wheat', state: 'draft', html: hostile };
  const created = await editor.post('/admin/content/blog/new', form);
  expect(created.status).toBe(303);
  const path = created.headers.get('location') ?? '';
  expect(await (await editor.follow(created)).text()).toContain('Saved.');
  const page = await readPage(path);
  expect(isInert(page)).toBe(true);
  const previewPath = unescape(/href="(\/preview\/post\/[^"]+)"/.exec(page)?.[1] ?? '');
  const preview = await admin.visitor.get(previewPath);
  expect(preview.headers.get('cache-control')).toContain('no-store');
  const previewed = await preview.text();
  expect(previewed).toContain('A text that anybody may read.');
  expect(previewed).toContain('<meta name="robots" content="noindex"');
  expect(isInert(previewed)).toBe(true);
  for (const hidden of ['/blog', '/feed/blog.atom', '/sitemap-pages.xml', '/admin/api/blog'])
    expect(await (await admin.visitor.get(hidden)).text()).not.toContain('ostile');
  expect((await admin.visitor.get('/blog-detail/hostile-wheat')).status).toBe(404);
  const published = await editor.post(path, { ...readForm(page), state: 'published' });
  expect(published.status).toBe(303);
  await waitForPage('/blog-detail/hostile-wheat', (text) => text.includes('anybody may read'));
  for (const shown of ['/blog-detail/hostile-wheat', '/blog', '/admin/api/blog'])
    await waitForPage(shown, (text) => text.includes('Hostile wheat') && isInert(text));
  const moved = { ...readForm(await readPage(path)), slug: 'calm-wheat' };
  expect((await editor.post(path, moved)).status).toBe(303);
  await waitForPage('/blog-detail/hostile-wheat', (_, status) => status === 301);
  const former = await admin.visitor.get('/blog-detail/hostile-wheat');
  expect(former.headers.get('location')).toBe('/blog-detail/calm-wheat');
  const withdrawn = { ...readForm(await readPage(path)), state: 'withdrawn' };
  expect((await editor.post(path, withdrawn)).status).toBe(303);
  await waitForPage('/blog-detail/calm-wheat', (_, status) => status === 410);
});

test('a refused post keeps what was typed, with the errors at their fields', async () => {
  const form = {
    intent: 'save',
    name: '',
    state: 'published',
    summary: 'Kept',
    html: '<p>Typed</p>',
  };
  const refused = await editor.post('/admin/content/press/new', form);
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toContain('href="#name"');
  expect(html).toContain('Kept</textarea>');
  expect(html).toContain('&lt;p&gt;Typed&lt;/p&gt;</textarea>');
  // The editor begins with it, too.
  expect(html).toContain('&quot;text&quot;:&quot;Typed&quot;');
});

test('posts are found by title and state, and taken out of the bin again', async () => {
  const form = { intent: 'save', name: 'Findable note', state: 'draft' };
  const created = await editor.post('/admin/content/press/new', form);
  const path = created.headers.get('location') ?? '';
  expect(await readPage('/admin/content/press?q=findable&state=draft')).toContain('Findable note');
  expect(await readPage('/admin/content/press?state=published')).not.toContain('Findable note');
  const binned = await editor.post(path, { intent: 'bin' });
  expect(binned.headers.get('location')).toBe('/admin/content/press');
  expect(await readPage('/admin/content/press?q=findable')).toContain('No press releases match');
  expect(await readPage('/admin/content/press?state=bin')).toContain('Findable note');
  expect(await readPage(path)).toContain('Take it out of the bin');
  expect((await editor.post(path, { intent: 'save', name: 'X' })).status).toBe(409);
  expect((await editor.post(path, { intent: 'unbin' })).status).toBe(303);
  expect(await readPage('/admin/content/press?q=findable')).toContain('Findable note');
});

test('F31: a question is added, moved and hidden, and the site shows nothing of a script', async () => {
  const form = { intent: 'save', title: 'A hostile question?', html: hostile };
  const created = await editor.post('/admin/content/faq/new', form);
  expect(created.headers.get('location')).toBe('/admin/content/faq');
  await waitForPage('/faq', (text) => text.includes('A hostile question?') && isInert(text));
  const list = await readPage('/admin/content/faq');
  const [, id = ''] = /<a href="\/admin\/content\/faq\/(\d+)">A hostile question/.exec(list) ?? [];
  const before = list.indexOf('A hostile question?');
  const moved = await editor.post('/admin/content/faq', { intent: 'move', id, direction: 'up' });
  expect(moved.status).toBe(303);
  expect((await readPage('/admin/content/faq')).indexOf('A hostile question?')).toBeLessThan(
    before,
  );
  const path = `/admin/content/faq/${id}`;
  const { revision = '' } = readForm(await readPage(path));
  const hidden = { ...form, revision, isHidden: '1' };
  expect((await editor.post(path, hidden)).status).toBe(303);
  await waitForPage('/faq', (text) => !text.includes('A hostile question?'));
  expect(await readPage('/admin/content/faq?state=hidden')).toContain('A hostile question?');
  const late = await editor.post(path, { ...hidden, title: 'Late' });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain('value="Late"');
});

test('testimonials and clients are added, refused with what was typed, and binned', async () => {
  const person = { intent: 'save', name: 'Ada Mar', designation: 'Buyer', isSample: '1' };
  const refused = await editor.post('/admin/content/testimonials/new', person);
  expect(refused.status).toBe(422);
  const html = await refused.text();
  expect(html).toContain('value="Ada Mar"');
  expect(html).toMatch(/name="isSample"[^>]*checked/);
  const whole = { ...person, description: 'It <b>helped</b>.' };
  expect((await editor.post('/admin/content/testimonials/new', whole)).status).toBe(303);
  await waitForPage('/testimonials', (text) => text.includes('It &lt;b&gt;helped&lt;/b&gt;.'));
  const logo = { intent: 'save', name: 'Quiet Mills', image: 'media/no-such-picture' };
  expect((await editor.post('/admin/content/logos/new', logo)).status).toBe(422);
  expect((await editor.post('/admin/content/logos/new', { ...logo, image: '' })).status).toBe(303);
  await waitForPage('/client', (text) => text.includes('Quiet Mills'));
  const list = await readPage('/admin/content/logos');
  const [, path = ''] = /<a href="(\/admin\/content\/logos\/\d+)">Quiet Mills/.exec(list) ?? [];
  expect((await editor.post(path, { intent: 'bin' })).status).toBe(303);
  await waitForPage('/client', (text) => !text.includes('Quiet Mills'));
  expect(await readPage('/admin/content/logos?state=bin')).toContain('Quiet Mills');
  expect(await readPage(path)).not.toContain('Delete permanently');
  expect((await editor.post(path, { intent: 'delete' })).status).toBe(403);
  const late = await admin.signIn('owner', { provedMinutesAgo: 11 });
  const asked = await late.post(path, { intent: 'delete' });
  expect(asked.headers.get('location')).toBe(`/admin/prove?next=${encodeURIComponent(path)}`);
  const owner = await admin.signIn('owner');
  expect(await owner.readText(path)).toContain('Delete “Quiet Mills” for ever?');
  const deleted = await owner.post(path, { intent: 'delete' });
  expect(await (await owner.follow(deleted)).text()).toContain('Deleted permanently.');
  expect((await owner.get(path)).status).toBe(404);
});

const visit = (path: string) => fetch(new URL(path, admin.server.url), { redirect: 'manual' });

test('a redirect is followed where there is no page, counted, and told where it does nothing', async () => {
  const list = '/admin/content/redirects';
  expect((await visit('/old-page')).status).toBe(404);
  const created = await editor.post(`${list}/new`, {
    intent: 'save',
    from: '/old-page/',
    to: '/about',
  });
  expect(created.status).toBe(303);
  await waitUntil(
    'the redirect is followed',
    async () => (await visit('/old-page')).status === 301,
  );
  const followed = await visit('/Old-Page?utm=1');
  expect([followed.status, followed.headers.get('location')]).toEqual([301, '/about?utm=1']);
  await waitUntil('the hits are counted', async () =>
    (await (await editor.get(list)).text()).includes('>2<'),
  );
  const lines = '/faq,/about\n/gone,/no-such-page\n';
  expect((await editor.post(`${list}/import`, { lines: `${lines}nonsense` })).status).toBe(422);
  expect((await editor.post(`${list}/import`, { lines })).status).toBe(303);
  const html = await (await editor.get(list)).text();
  expect(html).toContain('Not followed: there is a page');
  expect(html).toContain('Its target has no page');
  expect((await visit('/faq')).status).toBe(200);
  const form = { intent: 'import', lines: '' };
  const upload = (csv: string) =>
    editor.post(`${list}/import`, createUpload(form, { 'redirects.csv': csv }));
  const wrong = await upload('from,to\r\n"/sheet","/about"\r\nnonsense\r\n/b,ftp://x\r\n');
  expect(wrong.status).toBe(422);
  const refused = await wrong.text();
  expect(refused).toContain('Line 3, “nonsense”: there are not two addresses.');
  expect(refused).toContain('Line 4, “/b,ftp://x”: ');
  expect(refused).toContain('&quot;/sheet&quot;,&quot;/about&quot;');
  expect(await (await upload('PK\u0003\0')).text()).toContain('This is not a CSV file.');
  const taken = await upload('from;to\r\n"/sheet";"/about"\r\n');
  expect(await (await editor.follow(taken)).text()).toContain('The redirect was saved.');
  const circle = await editor.post(`${list}/new`, { intent: 'save', from: '/x', to: '/x/' });
  expect(circle.status).toBe(422);
});

test('what is not there is not found, and another role sees none of it', async () => {
  for (const path of ['/admin/content/blog/999999', '/admin/content/press/x'])
    expect((await editor.get(path)).status).toBe(404);
  for (const role of ['viewer', 'sales', 'finance'] as const) {
    const client = await admin.signIn(role);
    for (const kind of ['blog', 'press', 'faq', 'testimonials', 'logos']) {
      expect((await client.get(`/admin/content/${kind}`)).status).toBe(403);
      const form = { name: 'X', title: 'X', intent: 'save' };
      expect((await client.post(`/admin/content/${kind}/new`, form)).status).toBe(403);
    }
  }
});
