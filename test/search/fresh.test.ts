/** Queries that nobody has tuned the search to: they are counted, not looked at one by one. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOwnPages } from '#site/catalogue/site-pages.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';
import { openDemoFinders, type DemoFinders } from './demo-finders.ts';

const fresh = JSON.parse(readFileSync('test/search/fresh.json', 'utf8')) as {
  readonly subjects: readonly { readonly query: string; readonly expected: readonly string[] }[];
  readonly notSold: readonly string[];
  readonly own: readonly { readonly query: string; readonly expected: readonly string[] }[];
};

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

test('nearly every fresh query finds its report first, and among five', async () => {
  const codes = new Map(demo.reports.map(({ id, code }) => [id, code]));
  let [first, five] = [0, 0];
  for (const { query, expected } of fresh.subjects) {
    const { ids } = await demo.finder.find({ words: query, sort: 'match', page: 1 });
    const place = ids.findIndex((id) => expected.includes(codes.get(id) ?? ''));
    if (place === 0) first += 1;
    if (place >= 0 && place < 5) five += 1;
  }
  expect(fresh.subjects.length).toBeGreaterThan(100);
  expect(first / fresh.subjects.length).toBeGreaterThan(0.93);
  expect(five / fresh.subjects.length).toBeGreaterThan(0.96);
});

test('what is not sold is said to be nothing, but for words that a report has in its title', async () => {
  const found: string[] = [];
  for (const words of fresh.notSold) {
    const { total, why } = await demo.finder.find({ words, sort: 'match', page: 1 });
    if (total > 0) found.push(words);
    // Who reads the list sees which of their words it lacks.
    if (!words.includes(' ')) expect([words, total, why.size]).toEqual([words, 0, why.size]);
  }
  expect(found.length / fresh.notSold.length, found.join(', ')).toBeLessThan(0.3);
});

test('questions about the store itself find its pages', async () => {
  const missed: string[] = [];
  for (const { query, expected } of fresh.own) {
    const { pages } = await findOwnPages(testApp.app.content, query);
    const hrefs = pages.map(({ href }) => href.replace(/#.*/, ''));
    if (!expected.some((href) => hrefs.includes(href))) missed.push(query);
  }
  expect(missed).toEqual([]);
  for (const words of ['lithium', 'steel prices', '', '???', 'zzzz']) {
    const { pages } = await findOwnPages(testApp.app.content, words);
    const isPost = ({ href }: { readonly href: string }) => /^\/(?:blog|press)-det/.test(href);
    expect([words, pages.filter((page) => !isPost(page))]).toEqual([words, []]);
  }
});
