import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTwins, readPageHead, type PageHead } from '../support/page-head.ts';
import { listStructuredDataErrors } from '../support/structured-data.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let pages: PageTestServer;
const indexNowKey = 'a1b2c3d4-e5f6';
beforeAll(async () => {
  pages = await startPageTestServer({
    INDEXNOW_KEY: indexNowKey,
    INDEXNOW_URL: 'http://127.0.0.1:9/indexnow',
    CDN_PURGE_URL: 'http://127.0.0.1:9/purge',
    CDN_PURGE_TOKEN: 'token',
  });
});
afterAll(() => pages?.server.close());

test.each([
  ['/robots.txt', 'text/plain'],
  ['/sitemap.xml', 'application/xml'],
  ['/sitemap-pages.xml', 'application/xml'],
  ['/sitemap-reports-1.xml', 'application/xml'],
  ['/feed/reports.atom', 'application/atom+xml'],
  ['/feed/blog.rss', 'application/rss+xml'],
])('search engines and readers get %s as %s', async (address, type) => {
  const response = await pages.get(address);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain(type);
  expect((await response.text()).length).toBeGreaterThan(100);
});

test.each(['/feed/none.atom', '/sitemap-reports-999.xml', '/sitemap-0.xml'])(
  'there is nothing at %s',
  async (address) => expect((await pages.get(address)).status).toBe(404),
);

test('the key of IndexNow is told at its own address alone', async () => {
  const response = await pages.get(`/${indexNowKey}.txt`);
  expect([response.status, await response.text()]).toEqual([200, indexNowKey]);
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect((await pages.get('/another-key-1.txt')).status).toBe(404);
  expect((await pages.get('/undefined.txt')).status).toBe(404);
});

test('pages name what they show to a CDN, and personal ones are never kept by it', async () => {
  const { slug, industrySlug } = pages.report;
  const readTags = async (path: string) =>
    (await pages.get(path)).headers.get('cache-tag')?.split(',');
  expect(await readTags(`/${slug}`)).toEqual(
    expect.arrayContaining([
      'site',
      `year:${new Date().getUTCFullYear()}`,
      `report:${slug}`,
      `industry:${industrySlug}`,
    ]),
  );
  expect(await readTags('/report-store')).toContain('catalogue');
  expect(await readTags('/feed/reports.atom')).toContain('catalogue');
  for (const path of ['/login', '/custom_search?q=steel', '/buy-now?id=none']) {
    const { headers } = await pages.get(path);
    expect([path, headers.get('cache-tag')]).toEqual([path, null]);
    expect(headers.get('cache-control')).toMatch(/private|no-store/);
  }
});

test('pages of a list are told apart, link to one another and name themselves', async () => {
  const heads: PageHead[] = [];
  for (let page = 1; page <= 3; page++) {
    const address = page === 1 ? '/report-store' : `/report-store?page=${page}`;
    const html = await (await pages.get(address)).text();
    heads.push(readPageHead(html, address));
    expect(html).toContain(`href="/report-store?page=${page + 1}"`);
  }
  expect(heads.map(({ canonical }) => canonical)).toEqual(heads.map(({ address }) => address));
  expect(listTwins(heads)).toEqual([]);
  for (const [address, canonical] of [
    ['/?industry=base-and-precious-metals', '/'],
    ['/report-store?page=1', '/report-store'],
    ['/report-store?utm_source=mail', '/report-store'],
  ] as const) {
    const html = await (await pages.get(address)).text();
    expect(readPageHead(html, address)).toMatchObject({ canonical, isIndexable: true });
  }
  const search = await (await pages.get('/custom_search?q=steel&page=2')).text();
  expect(readPageHead(search, '')).toMatchObject({ isIndexable: false });
});

test('a page offers what its structured data says', async () => {
  const html = await (await pages.get(`/${pages.report.slug}`)).text();
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const [product] = scripts.map(([, json = '']): unknown => JSON.parse(json));
  expect(product).toMatchObject({ '@type': 'Product', sku: pages.report.code });
  const prices = [...JSON.stringify(product).matchAll(/"price":"(\d+)\.00"/g)];
  expect(prices).toHaveLength(3);
  for (const [, price] of prices)
    expect(html).toContain(`$${Number(price).toLocaleString('en-US')}`);
});

test('a post leads to the author of reports whom it names, and says that they are a person', async () => {
  const { db, app, invalidate } = pages.server;
  const [post] = await app.content.listPosts('blogPost', 1);
  const [slug = ''] = await app.catalogue.authors.listSlugs(1);
  const name = (await app.catalogue.authors.get(slug))?.author.name ?? '';
  const read = async () => (await pages.get(`/blog-detail/${post?.slug}`)).text();
  expect(await read()).not.toContain(`href="/author/${slug}"`);
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('blogPost')
      .set({ author: name })
      .where('id', '=', post?.id ?? 0)
      .execute();
    await invalidate(tx, ['site']);
  });
  await waitUntil('the post names its author', async () =>
    (await read()).includes(`href="/author/${slug}">${name}</a>`),
  );
  await app.catalogue.authors.describe({ name, kind: 'person', about: '' });
  await waitUntil('the author is a person', async () =>
    (await read()).includes(`"author":{"@type":"Person","name":"${name}"`),
  );
  expect(listStructuredDataErrors(await read())).toEqual([]);
});

test('another spelling of an address leads to the one that its page has, in one hop', async () => {
  const { slug, industrySlug, code } = pages.report;
  const read = async (path: string) => {
    const response = await pages.get(path);
    await response.body?.cancel();
    return [path, response.status, response.headers.get('location')];
  };
  for (const [path, target] of [
    [`/${slug}/`, `/${slug}`],
    [`/${slug.toUpperCase()}`, `/${slug}`],
    [`//${slug}`, `/${slug}`],
    [`/${slug}/index.html`, `/${slug}`],
    [`/${slug}/?utm_source=mail`, `/${slug}?utm_source=mail`],
    [`/Report-Details//${slug}/`, `/${slug}`],
    [`/${slug}.MD`, `/${slug}.md`],
    ['/index.php', '/'],
    ['/Report-Store/?page=2', '/report-store?page=2'],
    ['/gdpr-policies/', '/gdpr-policy'],
    [`/Industries/${industrySlug.toUpperCase()}//`, `/industries/${industrySlug}`],
    ['/Custom_Search/?q=Tin', '/custom_search?q=Tin'],
    // A code has capitals.
    [`/Sample/${code}/`, `/sample/${code}`],
    ['/LOGIN', '/login'],
  ] as const)
    expect(await read(path)).toEqual([path, 301, target]);
  for (const path of ['//evil.example', '/no-such-page/', '/NO-SUCH-PAGE', '//evil.example/faq/'])
    expect(await read(path)).toEqual([path, 404, null]);
  expect((await pages.postForm('/login/', {})).status).not.toBe(301);
});

test('a report that moved is one hop away for ever, and one that was withdrawn is gone', async () => {
  const { server, report, get } = pages;
  const write = (changes: object) =>
    server.db.transaction().execute((tx) =>
      server.app.catalogue.writing.write(tx, [{ code: report.code, ...changes }], {
        actor: 'test',
      }),
    );
  const read = async (path: string) => {
    const response = await get(path);
    return [response.status, response.headers.get('location')];
  };
  await addRedirect('/press-link', `/${report.slug}#prices`);
  await waitUntil('the redirect is known', async () => (await get('/press-link')).status === 301);
  expect(await read('/press-link')).toEqual([301, `/${report.slug}#prices`]);
  for (const slug of ['moved-once', 'moved-twice']) {
    await write({ slug });
    await waitUntil('the report has moved', async () => (await get(`/${slug}`)).status === 200);
  }
  for (const path of [`/${report.slug}`, '/moved-once', `/report-details/${report.slug}`])
    expect([path, await read(path)]).toEqual([path, [301, '/moved-twice']]);
  expect(await read('/moved-once.md')).toEqual([301, '/moved-twice.md']);
  expect(await read('/press-link')).toEqual([301, '/moved-twice#prices']);
  // Back to where it began: no address leads in a circle.
  await write({ slug: report.slug });
  await waitUntil('it is back', async () => (await get(`/${report.slug}`)).status === 200);
  for (const path of ['/moved-once', '/moved-twice'])
    expect([path, await read(path)]).toEqual([path, [301, `/${report.slug}`]]);
  await write({ state: 'withdrawn' });
  await waitUntil('it is gone', async () => (await get(`/${report.slug}`)).status === 410);
  expect((await get('/moved-twice')).status).toBe(410);
  const markdown = await get(`/${report.slug}.md`);
  expect([markdown.status, await markdown.text()]).toEqual([
    410,
    expect.stringContaining(`(<${server.url}/industries/${report.industrySlug}>)`),
  ]);
  const html = await (await get(`/${report.slug}`)).text();
  expect(html).toContain(`href="/industries/${report.industrySlug}"`);
  expect(readPageHead(html, '').isIndexable).toBe(false);
});

test('an address without a page offers the reports that its words find, without script', async () => {
  const words = 'wheat-market';
  const link = '<a class="link wrap-anywhere" href="/wheat-market-';
  const shared = await (await pages.get('/zzzzqqq')).text();
  for (const address of [`/${words}-1900`, `/report-details/${words}.html`, `/en/${words}.aspx`]) {
    const response = await pages.get(address);
    const html = await response.text();
    expect([address, response.status]).toEqual([address, 404]);
    expect(html).toContain(link);
    expect(readPageHead(html, address).isIndexable).toBe(false);
    expect(response.headers.get('etag')).toBeNull();
  }
  // Capitals and spaces are never cached.
  const typed = await pages.get(`/${words.toUpperCase().replaceAll('-', '%20')}`);
  expect([typed.status, await typed.text()]).toEqual([404, expect.stringContaining(link)]);
  // Made-up addresses, and those of files, have the page of all.
  for (const address of ['/zzzzqqq-zzzz', `/${words}.png`, '/report-store?page=999', '/a/b/c'])
    expect(await (await pages.get(address)).text()).toBe(shared);
});

test('many made-up addresses at once share one page but for a few, and all are answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, i) => (await pages.get(`/wheat-market-${i}x`)).text()),
  );
  const shared = await (await pages.get('/zzzzqqq')).text();
  expect(answers.filter((html) => html === shared).length).toBeGreaterThan(20);
});

async function addRedirect(fromPath: string, toPath: string): Promise<void> {
  const { db, invalidate } = pages.server;
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('redirect')
      .values({ fromPath, toPath, createdBy: 'test', createdAt: new Date() })
      .execute();
    await invalidate(tx, ['redirects']);
  });
}
