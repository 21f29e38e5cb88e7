import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import {
  startAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';

let admin: AdminTestServer;
let editor: AdminClient;
beforeAll(async () => {
  admin = await startAdminTestServer({ template: 'small' });
  editor = await admin.signIn('editor');
});
afterAll(() => admin?.close());

const readPage = async (path: string): Promise<string> => (await editor.get(path)).text();
/** A public page once it says that. */
const waitForPage = (path: string, isThere: (page: string, status: number) => boolean) =>
  waitUntil(`the new ${path}`, async () => {
    const response = await admin.visitor.get(path);
    return isThere(await response.text(), response.status);
  });

/** What the form of a page would post. */
function readForm(html: string): Record<string, string> {
  const value = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];
  const text = (name: string) =>
    new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)<`).exec(html)?.[1];
  const fields = ['name', 'slug', 'createdAt', 'image', 'imageText', 'version', 'author'];
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
  expect(await (await editor.follow(created)).text()).toContain('It is saved.');
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

test('what is not there is not found, and another role sees none of it', async () => {
  for (const path of ['/admin/content/blog/999999', '/admin/content/press/x'])
    expect((await editor.get(path)).status).toBe(404);
  for (const role of ['viewer', 'sales', 'finance'] as const) {
    const client = await admin.signIn(role);
    expect((await client.get('/admin/content/blog')).status).toBe(403);
    const posted = await client.post('/admin/content/blog/new', { name: 'X', intent: 'save' });
    expect(posted.status).toBe(403);
  }
});
