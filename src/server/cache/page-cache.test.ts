import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { PageCache } from './page-cache.ts';

const createPage = (tags: readonly string[], bytes = 10_000) => ({
  status: 200,
  html: Buffer.from(randomBytes(bytes / 2).toString('hex')),
  headers: { 'content-type': 'text/html' },
  tags,
});

test('a page is found until one of its tags is invalidated', async () => {
  const cache = new PageCache(10 ** 6);
  await cache.store('/a', createPage(['report:1', 'site']), cache.generation);
  await cache.store('/b', createPage(['report:2']), cache.generation);
  cache.invalidateTags(['report:1', 'no-such-tag']);
  expect(cache.find('/a')).toBeUndefined();
  expect(cache.find('/b')?.tags).toEqual(['report:2']);
  cache.clear();
  expect(cache.find('/b')).toBeUndefined();
});

test('a page that was rendered before an invalidation is answered, and not cached', async () => {
  const cache = new PageCache(10 ** 6);
  const { generation } = cache;
  cache.invalidateTags(['site']);
  expect((await cache.store('/a', createPage(['site']), generation)).status).toBe(200);
  expect(cache.find('/a')).toBeUndefined();
});

test('the least recently used page goes first when the limit is reached', async () => {
  const cache = new PageCache(50_000);
  await cache.store('/a', createPage(['site']), cache.generation);
  await cache.store('/b', createPage(['site']), cache.generation);
  cache.find('/a');
  await cache.store('/c', createPage(['site']), cache.generation);
  expect(['/a', '/b', '/c'].filter((key) => cache.find(key))).toEqual(['/a', '/c']);
  cache.invalidateTags(['site']);
  expect(['/a', '/b', '/c'].filter((key) => cache.find(key))).toEqual([]);
});

test('a page larger than the whole cache is answered, and pushes no other page out', async () => {
  const cache = new PageCache(70_000);
  await cache.store('/a', createPage(['site']), cache.generation);
  await cache.store('/large', createPage(['site'], 100_000), cache.generation);
  expect(cache.find('/large')).toBeUndefined();
  expect(cache.find('/a')).toBeDefined();
});

test('a page that is stored again keeps its tags', async () => {
  const cache = new PageCache(10 ** 6);
  await cache.store('/a', createPage(['site']), cache.generation);
  await cache.store('/a', createPage(['site', 'report:1']), cache.generation);
  cache.invalidateTags(['site']);
  expect(cache.find('/a')).toBeUndefined();
});
