/** Queries that nobody has tuned the search to: they are counted, not looked at one by one. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOwnPages } from '#site/catalogue/site-pages.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { openDemoFinders, type DemoFinders } from './demo-finders.ts';

type Fresh = {
  readonly subjects: readonly { readonly query: string; readonly expected: readonly string[] }[];
  readonly notSold: readonly string[];
  readonly own: readonly { readonly query: string; readonly expected: readonly string[] }[];
};
const read = (file: string): Fresh =>
  JSON.parse(readFileSync(`test/search/${file}`, 'utf8')) as Fresh;
/** The second was written before the search had one score and phrases. */
const fresh = read('fresh.json');
const second = read('fresh-second.json');

let demo: DemoFinders;
let testApp: TestApp;
beforeAll(async () => {
  demo = await openDemoFinders();
  testApp = await openTestApp();
});
afterAll(async () => {
  await demo?.database.drop();
  await testApp?.close();
});

/** How many of the queries have one of their reports first, and among the first five. */
async function countPlaces({ subjects }: Fresh): Promise<{ first: number; five: number }> {
  const codes = new Map(demo.reports.map(({ id, code }) => [id, code]));
  let [first, five] = [0, 0];
  for (const { query, expected } of subjects) {
    const { ids } = await demo.finder.find({ words: query, sort: 'match', page: 1 });
    const place = ids.findIndex((id) => expected.includes(codes.get(id) ?? ''));
    if (place === 0) first += 1;
    if (place >= 0 && place < 5) five += 1;
  }
  return { first: first / subjects.length, five: five / subjects.length };
}

/** Words for which something is found that the store does not sell. */
async function listFoundUnsold({ notSold }: Fresh): Promise<string[]> {
  const found: string[] = [];
  for (const words of notSold)
    if ((await demo.finder.find({ words, sort: 'match', page: 1 })).total > 0) found.push(words);
  return found;
}

async function listMissedPages({ own }: Fresh): Promise<string[]> {
  const missed: string[] = [];
  const settings = await testApp.app.store.getSettings();
  for (const { query, expected } of own) {
    const { pages } = await findOwnPages(testApp.app.content, settings, { words: query });
    const hrefs = pages.map(({ href }) => href.replace(/#.*/, ''));
    if (!expected.some((href) => hrefs.includes(href))) missed.push(query);
  }
  return missed;
}

test('nearly every fresh query finds its report first, and among five', async () => {
  const { first, five } = await countPlaces(fresh);
  expect(fresh.subjects.length).toBeGreaterThan(100);
  expect(first).toBeGreaterThan(0.93);
  expect(five).toBeGreaterThan(0.96);
  expect((await countPlaces(second)).first).toBeGreaterThanOrEqual(0.9);
});

test('what is not sold is said to be nothing, but for words that a report has in its title', async () => {
  const found = await listFoundUnsold(fresh);
  expect(found.length / fresh.notSold.length, found.join(', ')).toBeLessThan(0.3);
  expect(found.filter((words) => !words.includes(' '))).toEqual([]);
  expect((await listFoundUnsold(second)).length).toBeLessThanOrEqual(5);
});

test('questions about the store itself find its pages', async () => {
  expect(await listMissedPages(fresh)).toEqual([]);
  expect((await listMissedPages(second)).length).toBeLessThanOrEqual(3);
  const settings = await testApp.app.store.getSettings();
  for (const words of ['lithium', 'steel prices', '', '???', 'zzzz']) {
    const { pages } = await findOwnPages(testApp.app.content, settings, { words });
    const isPost = ({ href }: { readonly href: string }) => /^\/(?:blog|press)-det/.test(href);
    expect([words, pages.filter((page) => !isPost(page))]).toEqual([words, []]);
  }
});
