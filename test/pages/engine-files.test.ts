import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { childText, parseXml } from '../support/parse-xml.ts';
import { barestReport, fullReport } from '../support/report-samples.ts';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let site: PageTestServer;
beforeAll(async () => {
  site = await startPageTestServer();
  const { app, db } = site.server;
  const inputs = [fullReport, barestReport].map((report) => ({
    ...report,
    industry: 'base-and-precious-metals',
    furtherIndustries: [],
  }));
  await db
    .transaction()
    .execute((tx) => app.catalogue.writing.write(tx, inputs, { actor: 'a test' }));
});
afterAll(() => site?.server.close());

const readMeta = (html: string, name: string): string =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1] ?? '';
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await site.get(path, headers);
  return { response, text: await response.text() };
};

test.each(['/', '/about', '/industries', '/faq'])(
  'the card of %s is a picture of 1200 × 630 pixels',
  async (path) => {
    const { text } = await get(path);
    expect(readMeta(text, 'twitter:card')).toBe('summary_large_image');
    expect(readMeta(text, 'og:image')).toBe(`${site.server.url}/share/store.png`);
  },
);

test('a report has a card of its own, which an unknown report has not', async () => {
  const { text } = await get(`/${site.report.slug}`);
  const address = new URL(readMeta(text, 'og:image').replaceAll('&amp;', '&'));
  expect(address.pathname).toBe(`/share/${site.report.code}.png`);
  expect(address.search).toMatch(/^\?v=1-\d{4}-\d\d-\d\d$/);
  const answer = await site.get(address.pathname + address.search);
  expect(answer.headers.get('content-type')).toBe('image/png');
  const card = Buffer.from(await answer.arrayBuffer());
  const { width, height } = await sharp(card).metadata();
  expect([width, height]).toEqual([1200, 630]);
  const head = await fetch(site.server.url + address.pathname, { method: 'HEAD' });
  expect([head.status, Number(head.headers.get('content-length'))]).toEqual([200, card.length]);
  expect((await site.get('/share/NONE.png')).status).toBe(404);
});

test('every page names its card, its feeds in both formats and its words for sites that share it', async () => {
  const { text } = await get('/blog');
  for (const name of ['title', 'description', 'image', 'image:alt'])
    expect(readMeta(text, `twitter:${name}`)).toBe(readMeta(text, `og:${name}`));
  for (const type of ['atom', 'rss'])
    for (const feed of ['blog', 'reports']) {
      expect(text).toMatch(
        new RegExp(
          `<link rel="alternate" type="application/${type}.xml" [^>]*/feed/${feed}.${type}"`,
        ),
      );
    }
});

test('what the page cache does not answer is compressed, and answered once to who has it', async () => {
  const { code, slug } = site.report;
  const kept = ['/sitemap.xml', '/sitemap-pages.xml', '/robots.txt', '/manifest.webmanifest'];
  kept.push('/sitemap-reports-1.xml', `/cover/${code}.svg`, `/share/${code}.png`);
  for (const path of [...kept, '/custom_search?q=tin', '/login', `/${slug}-x`]) {
    const plain = await site.get(path, { 'accept-encoding': 'identity' });
    const body = Buffer.from(await plain.arrayBuffer());
    const zipped = await site.get(path, { 'accept-encoding': 'gzip' });
    expect([path, Buffer.from(await zipped.arrayBuffer()).equals(body)]).toEqual([path, true]);
    const isText = !/image\/(png|x-icon)/.test(plain.headers.get('content-type') ?? '');
    expect([path, zipped.headers.get('content-encoding')]).toEqual([
      path,
      isText && body.length >= 1024 ? 'gzip' : null,
    ]);
    const { headers } = await fetch(site.server.url + path, { method: 'HEAD' });
    for (const name of ['content-type', 'cache-control', 'etag', 'vary'])
      expect([path, name, headers.get(name)]).toEqual([path, name, zipped.headers.get(name)]);
    expect([path, headers.get('x-content-type-options')]).toEqual([path, 'nosniff']);
    if (!kept.includes(path)) continue;
    const etag = plain.headers.get('etag') ?? '';
    const again = await site.get(path, { 'if-none-match': etag });
    expect([path, again.status, again.headers.get('etag')]).toEqual([path, 304, etag]);
  }
  // Refused; and what is said to somebody who is known.
  for (const [path, headers] of [
    ['/about', { 'accept-encoding': 'br;q=0, gzip;q=0' }],
    ['/login', { 'accept-encoding': 'gzip', cookie: 'session=none' }],
  ] as const)
    expect((await site.get(path, headers)).headers.get('content-encoding')).toBeNull();
});

test('browsers can search the store by its OpenSearch description', async () => {
  const { response, text } = await get('/opensearch.xml');
  expect(response.headers.get('content-type')).toContain('application/opensearchdescription+xml');
  const root = parseXml(text);
  expect(root.name).toBe('{http://a9.com/-/spec/opensearch/1.1/}OpenSearchDescription');
  // A name is cut between its words.
  expect([childText(root, 'ShortName'), childText(root, 'LongName')]).toEqual([
    'Quillmark',
    'Quillmark Insights',
  ]);
  const urls = root.children.flatMap(({ name, attributes }) =>
    name.endsWith('}Url') ? [attributes] : [],
  );
  const templates = new Map(urls.map(({ type, template }) => [type, template ?? '']));
  expect([...templates.keys()]).toEqual([
    'text/html',
    'application/x-suggestions+json',
    'application/opensearchdescription+xml',
  ]);
  const ask = async (type: string, words: string) => {
    const template = templates.get(type) ?? '';
    expect(template.startsWith(`${site.server.url}/`)).toBe(true);
    const address = template.replace('{searchTerms}', encodeURIComponent(words));
    return get(address.slice(site.server.url.length));
  };
  expect((await ask('text/html', 'tin & zinc')).text).toContain('value="tin &amp; zinc"');
  const suggested = await ask('application/x-suggestions+json', ' Lithi');
  expect(suggested.response.headers.get('content-type')).toBe('application/x-suggestions+json');
  const [words, names, notes, addresses] = JSON.parse(suggested.text) as [string, ...string[][]];
  // Browsers drop an answer that is to other words than theirs.
  expect(words).toBe(' Lithi');
  expect(names?.[0]).toMatch(/^Lithium/);
  expect([notes?.length, addresses?.length]).toEqual([names?.length, names?.length]);
  const [first = ''] = addresses ?? [];
  expect((await get(first.slice(site.server.url.length))).response.status).toBe(200);
  const nothing = await ask('application/x-suggestions+json', '%&"<');
  expect(JSON.parse(nothing.text)).toEqual(['%&"<', [], [], []]);
});

test('a report is Markdown for who asks for it, and HTML for browsers, from one address', async () => {
  const path = `/${site.report.slug}`;
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const accept of [browser, 'text/markdown', browser, 'text/markdown, text/plain']) {
    const { response, text } = await get(path, { accept });
    const isMarkdown = accept.startsWith('text/markdown');
    expect(response.headers.get('content-type')).toContain(
      isMarkdown ? 'text/markdown' : 'text/html',
    );
    // Else a copy between us and the reader would give one the form of the other.
    expect(response.headers.get('vary')?.split(', ')).toEqual(['accept', 'accept-encoding']);
    expect(response.headers.get('link')).toBe(
      isMarkdown ? `<${site.server.url}${path}>; rel="canonical"` : null,
    );
    expect(text.startsWith(isMarkdown ? '# ' : '<!DOCTYPE html>')).toBe(true);
  }
  const { text } = await get(`${path}.md`);
  for (const words of ['## Licences and prices', 'Single user', site.report.code, '/buy-now?id='])
    expect(text).toContain(words);
  // Pages without that form answer as always.
  expect((await get('/about', { accept: 'text/markdown' })).text).toContain('<!DOCTYPE html>');
  expect((await site.get('/no-such-report.md')).status).toBe(404);
});

test('Markdown of a report with everything, and of one with nothing, is whole and inert', async () => {
  for (const { code } of [fullReport, barestReport]) {
    const report = await site.server.app.catalogue.reports.getByCode(code);
    const { response, text } = await get(`/${report?.slug}.md`);
    expect(response.status).toBe(200);
    expect(text).not.toMatch(/undefined|\[object|NaN|[^\\]<script/);
    expect(text).toContain(`- Code: ${code.replaceAll('_', String.raw`\_`)}`);
  }
});

test('llms.txt leads to everything that a program reads', async () => {
  const { response, text } = await get('/llms.txt');
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const addresses = Array.from(text.matchAll(/\(<([^>]+)>\)/g), ([, address = '']) => address);
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of addresses) {
    const { pathname, search } = new URL(address);
    expect([address, (await site.get(pathname + search)).status]).toEqual([address, 200]);
  }
});

test('rules for fetching ahead leave out personal addresses', async () => {
  const rules = await get('/speculation-rules.json');
  expect(rules.response.headers.get('content-type')).toBe('application/speculationrules+json');
  const { prefetch } = JSON.parse(rules.text) as { prefetch: SpeculationRule[] };
  expect(prefetch.map(({ eagerness }) => eagerness)).toEqual(['moderate']);
  const isPrefetched = (address: string): boolean =>
    prefetch.some(({ where: { and } }) => and.every((part) => fits(part, address)));
  const { industrySlug, slug } = site.report;
  const open = [`/${slug}`, `/industries/${industrySlug}`, '/report-store?page=2', '/about'];
  open.push(
    '/custom_search?q=tin',
    '/profile-extrusion-market',
    '/logout-kiosks',
    '/join-ventures',
  );
  const closed = ['/buy-now?id=1&type=single-user', '/logout', '/profile', '/profile/export'];
  closed.push('/download/x', '/paper/x', '/seat/x', '/join/X-1?signature=x', '/unsubscribe/x');
  closed.push('/admin', '/admin/orders', '/newsletter/x', '/verify/x', '/payment-success?order=1');
  closed.push('/renew-download?token=x', '/confirm-email?token=x', '/data/search?q=a', '/login');
  expect(open.filter((address) => !isPrefetched(address))).toEqual([]);
  expect(closed.filter(isPrefetched)).toEqual([]);
});

type SpeculationRule = {
  readonly eagerness: string;
  readonly where: { readonly and: readonly Condition[] };
};
type Condition = { readonly href_matches?: string | string[]; readonly not?: Condition };

/** As browsers read a rule: html.spec.whatwg.org, "document rule predicate". */
function fits({ href_matches: patterns = [], not }: Condition, address: string): boolean {
  if (not) return !fits(not, address);
  const url = new URL(address, site.server.url);
  return [patterns].flat().some((pattern) => new URLPattern(pattern, site.server.url).test(url));
}
