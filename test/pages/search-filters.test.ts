import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let pages: PageTestServer;
beforeAll(async () => {
  pages = await startPageTestServer();
});
afterAll(() => pages?.server.close());

/** The links of the page's main part that lead to the search, with what each asks for. */
const listSearchLinks = (main: string): URLSearchParams[] =>
  [...main.matchAll(/href="(\/custom_search\?[^"]*)"/g)].map(
    ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), 'http://x').searchParams,
  );

test.each([
  ['with words', { q: 'steel', format: 'pdf', pages_from: '2', sort: 'cheapest' }],
  ['without words', { format: 'pdf', pages_from: '2', sort: 'title' }],
])('another filter, order or page of a list %s keeps what it was narrowed by', async (_, asked) => {
  const response = await pages.get(`/custom_search?${new URLSearchParams(asked)}`);
  const main = /<main.*<\/main>/s.exec(await response.text())?.[0] ?? '';
  const links = listSearchLinks(main);
  const names = Object.entries(asked);
  const countLost = (link: URLSearchParams): number =>
    names.filter(([name, value]) => link.get(name) !== value).length;
  // A link changes one thing or takes one away; the one that clears all keeps the words alone.
  const clearing = links.filter((link) => countLost(link) > 1);
  expect(clearing.map(String)).toEqual('q' in asked ? [`q=${asked.q}`] : []);
  expect(links.filter((link) => countLost(link) === 0).length).toBeGreaterThan(3);
  const orders = links.filter((link) => link.get('sort') !== asked.sort && countLost(link) === 1);
  expect(new Set(orders.map((link) => link.get('sort'))).size).toBeGreaterThan(3);
  const form = /<form[^>]*aria-label="Narrow the list".*?<\/form>/s.exec(main)?.[0] ?? '';
  for (const [name, value] of names)
    expect(form).toMatch(
      new RegExp(`name="${name}"[^>]*value="${value}"|value="${value}"[^>]*name="${name}"`),
    );
});

test('the pages of a narrowed list are those of the same list, and differ', async () => {
  const asked = { format: 'pdf', sort: 'cheapest' };
  const readPage = async (page: string) =>
    (await pages.get(`/custom_search?${new URLSearchParams({ ...asked, page })}`)).text();
  const [first, second] = [await readPage('1'), await readPage('2')];
  const listCodes = (html: string): string[] =>
    [...html.matchAll(/class="report-row-facts">([\w-]+)/g)].map(([, code = '']) => code);
  expect(listCodes(first).length).toBeGreaterThan(0);
  expect(listCodes(first).filter((code) => listCodes(second).includes(code))).toEqual([]);
  const links = listSearchLinks(first).filter((link) => link.has('page'));
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect(Object.fromEntries(link)).toMatchObject(asked);
});
