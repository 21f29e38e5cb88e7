import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportsPerPage } from '#core/catalogue/model.ts';
import { postsPerPage } from '#core/content/model.ts';
import type { PostKind } from '#core/content/post.model.ts';
import { readPageHead } from '../support/page-head.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let pages: PageTestServer;
/** Published posts of each kind that the demo has. */
const demoPosts = { blogPost: 0, pressRelease: 0 };
const addedPosts = 240;

beforeAll(async () => {
  pages = await startPageTestServer();
  for (const kind of ['blogPost', 'pressRelease'] as const) {
    demoPosts[kind] = (await pages.server.app.content.listPostAddresses(kind)).length;
    await addPosts(kind);
  }
});
afterAll(() => pages?.server.close());

const read = async (path: string) => (await pages.get(path)).text();

/** Posts of ten kilobytes each, older than those of the demo; two were published at one moment. */
async function addPosts(kind: PostKind): Promise<void> {
  const { db, invalidate } = pages.server;
  const table = sql.table(kind === 'blogPost' ? 'blog_post' : 'press_release');
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into ${table} (slug, name, html, created_at, changed_at, changed_by, state)
      select 'old-' || n, 'Old text ' || n, '<p>' || repeat('So it was. ', 1000) || '</p>',
        timestamptz '2020-01-01' + (n / 2) * interval '1 hour', timestamptz '2020-01-01', 'test',
        'published'
      from generate_series(1, ${addedPosts}) as n`.execute(tx);
    await invalidate(tx, ['site']);
  });
}

describe.each([
  ['blogPost', '/blog', '/blog-detail/', 'blogs'],
  ['pressRelease', '/press-release', '/press-details/', 'pressReleases'],
] as const)('%s', (kind, list, detail, field) => {
  const listSlugs = (html: string): string[] => [
    ...new Set(
      Array.from(html.matchAll(new RegExp(`href="${detail}([^"]+)"`, 'g')), ([, a]) => a ?? ''),
    ),
  ];

  test('a list of many posts has pages, and each post stands on one of them', async () => {
    const total = demoPosts[kind] + addedPosts;
    const pageCount = Math.ceil(total / postsPerPage);
    const slugs: string[] = [];
    for (let number = 1; number <= pageCount; number++) {
      const html = await (await pages.get(`${list}?page=${number}`)).text();
      const shown = listSlugs(html);
      expect(shown.length).toBeLessThanOrEqual(postsPerPage);
      slugs.push(...shown);
      const head = readPageHead(html, list);
      expect(head.canonical).toBe(number === 1 ? list : `${list}?page=${number}`);
      expect(head.title.includes(`page ${number}`)).toBe(number > 1);
    }
    expect([slugs.length, new Set(slugs).size]).toEqual([total, total]);
  });

  test.each(['0', '1x', '7', '999999'])('there is no page %s of it', async (number) => {
    expect((await pages.get(`${list}?page=${number}`)).status).toBe(404);
  });

  test('the contract gives all of them in one answer, newest first', async () => {
    const response = await pages.get(`/admin/api${list}`);
    const body = (await response.json()) as Record<string, { slug: string; created_at: string }[]>;
    const posts = body[field] ?? [];
    expect(posts.length).toBe(demoPosts[kind] + addedPosts);
    expect(new Set(posts.map(({ slug }) => slug)).size).toBe(posts.length);
    const days = posts.map(({ created_at: createdAt }) => Date.parse(createdAt));
    expect(days).toEqual(days.toSorted((a, b) => b - a));
  });

  test('its ETag stays until a post changes', async () => {
    const { db } = pages.server;
    const readSince = async (etag: string) =>
      pages.get(`/admin/api${list}`, { 'if-none-match': etag });
    const etag = (await readSince('')).headers.get('etag') ?? '';
    expect((await readSince(etag)).status).toBe(304);
    await db
      .updateTable(kind)
      .set({ name: 'Another name', changedAt: new Date() })
      .where('slug', '=', 'old-7')
      .execute();
    const changed = await readSince(etag);
    expect([changed.status, (await changed.text()).includes('Another name')]).toEqual([200, true]);
  });
});

test('an author with many reports has pages of them, each report on one', async () => {
  const { db, app } = pages.server;
  const [slug = ''] = await app.catalogue.authors.listSlugs(1);
  const { reports = 0 } = (await app.catalogue.authors.get(slug))?.author ?? {};
  const pageCount = Math.ceil(reports / reportsPerPage);
  expect(pageCount).toBeGreaterThan(1);
  const published = await db.selectFrom('report').select('slug').execute();
  const shown: string[] = [];
  for (let number = 1; number <= pageCount; number++) {
    const html = await read(`/author/${slug}?page=${number}`);
    const list = html.slice(html.indexOf('id="reports"'), html.indexOf('</main>'));
    shown.push(
      ...published.filter((one) => list.includes(`href="/${one.slug}"`)).map((one) => one.slug),
    );
  }
  expect([shown.length, new Set(shown).size]).toEqual([reports, reports]);
  expect((await pages.get(`/author/${slug}?page=${pageCount + 1}`)).status).toBe(404);
});

test('the home page has the first page of the press releases, and leads to the others', async () => {
  const html = await (await pages.get('/')).text();
  const block = html.slice(html.indexOf('id="press"'));
  expect(block.match(/href="\/press-details\//g)?.length).toBeLessThanOrEqual(2 * postsPerPage);
  expect(block).toContain('All press releases');
});

const listIndustries = (html: string): Set<string> =>
  new Set(Array.from(html.matchAll(/href="\/industries\/([\w-]+)"/g), ([, slug = '']) => slug));

describe('with 421 industries', () => {
  const listed = ['/', '/report-store', '/industries', '/custom_search?q=steel'];
  let before: number[];

  beforeAll(async () => {
    const { industries } = pages.server.app.catalogue;
    before = await Promise.all(listed.map(async (path) => (await read(path)).length));
    const count = (await industries.list()).length;
    await industries.add(
      Array.from({ length: 421 - count }, (_, index) => ({
        slug: `trade-${index}`,
        name: `Trade number ${index}`,
        description: 'What is traded.',
        pictogram: 'factory',
      })),
    );
    await waitUntil('the menu knows 421 industries', async () =>
      (await read('/')).includes('All 421 industries'),
    );
  });

  test('no page grows with them: menus and lists have the 40 largest, and a link to all', async () => {
    for (const [index, path] of listed.entries()) {
      const html = await read(path);
      expect([path, html.length / (before[index] ?? 1) < 1.2]).toEqual([path, true]);
      // The list's own first page has others than the menu.
      const most = path === '/industries' ? 80 : 40;
      expect([path, listIndustries(html).size <= most]).toEqual([path, true]);
      expect([path, html.match(/All 421 industries/g)?.length]).toEqual([path, 2]);
    }
  });

  test('the menu keeps those with reports, in the order of the site', async () => {
    const all = await pages.server.app.catalogue.industries.list();
    const withReports = all.filter(({ reports }) => reports > 0).map(({ slug }) => slug);
    const shown = [...listIndustries(await read('/services'))];
    expect(shown).toEqual(expect.arrayContaining(withReports));
    expect(shown).toEqual(all.map(({ slug }) => slug).filter((slug) => shown.includes(slug)));
  });

  test('each industry stands on one page of their list, and there is no page behind the last', async () => {
    const slugs: string[] = [];
    for (let number = 1; number <= 11; number++) {
      const html = await read(`/industries?page=${number}`);
      const list = html.slice(html.indexOf('class="industry-index"'), html.indexOf('</main>'));
      slugs.push(...listIndustries(list));
      expect(readPageHead(html, '').canonical).toBe(
        number === 1 ? '/industries' : `/industries?page=${number}`,
      );
    }
    expect([slugs.length, new Set(slugs).size]).toEqual([421, 421]);
    expect((await pages.get('/industries?page=12')).status).toBe(404);
  });

  test('a small industry whose page is open, or whose tab was asked for, is among those shown', async () => {
    expect(listIndustries(await read('/industries/trade-300'))).toContain('trade-300');
    expect(await read('/?industry=trade-300')).toContain('Trade number 300');
  });
});
