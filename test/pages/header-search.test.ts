import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPageTestServer, type PageTestServer } from './page-test-server.ts';

let pages: PageTestServer;
beforeAll(async () => {
  pages = await startPageTestServer();
});
afterAll(() => pages?.server.close());

type SearchResult = {
  readonly reports: readonly { title: string }[];
  readonly industries: readonly { slug: string }[];
  readonly nearest: boolean;
};

async function search(words: string): Promise<SearchResult> {
  return (await (await pages.get(`/data/search?q=${words}`)).json()) as SearchResult;
}

test('the search finds industries and reports whose names contain the words', async () => {
  const { industries, reports } = await search('STEEL');
  expect(industries.map(({ slug }) => slug)).toContain('steel-and-fabricated-metal');
  expect(reports.length).toBeGreaterThan(0);
});

test('the search forgives a typing error and says so', async () => {
  const { nearest, reports } = await search('semicondctors');
  expect(nearest).toBe(true);
  expect(reports[0]?.title).toContain('Semiconductor');
});

test('a search for words that are nowhere finds no report', async () => {
  expect((await search('zzzzqqq')).reports).toEqual([]);
});
