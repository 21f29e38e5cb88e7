import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { PageCache } from './page-cache.ts';

const createPage = (tags: readonly string[], bytes = 10_000) => ({
  status: 200,
  html: Buffer.from(randomBytes(bytes / 2).toString('hex')),
  headers: { 'content-type': 'text/html' },
  tags,
});

test('a page is found until one of its tags is invalidated', () => {
  const cache = new PageCache({ maxBytes: 10 ** 6 });
  cache.store('/a', createPage(['report:1', 'site']), cache.generation);
  cache.store('/b', createPage(['report:2']), cache.generation);
  cache.invalidateTags(['report:1', 'no-such-tag']);
  expect(cache.find('/a')).toBeUndefined();
  expect(cache.find('/b')?.tags).toEqual(['report:2']);
  cache.clear();
  expect(cache.find('/b')).toBeUndefined();
});

test('a page that was rendered before an invalidation is answered, and not cached', () => {
  const cache = new PageCache({ maxBytes: 10 ** 6 });
  const { generation } = cache;
  cache.invalidateTags(['site']);
  expect(cache.store('/a', createPage(['site']), generation).status).toBe(200);
  expect(cache.find('/a')).toBeUndefined();
});

test('the least recently used page goes first when the limit is reached', () => {
  const cache = new PageCache({ maxBytes: 30_000 });
  cache.store('/a', createPage(['site']), cache.generation);
  cache.store('/b', createPage(['site']), cache.generation);
  cache.find('/a');
  cache.store('/c', createPage(['site']), cache.generation);
  expect(['/a', '/b', '/c'].filter((key) => cache.find(key))).toEqual(['/a', '/c']);
  cache.invalidateTags(['site']);
  expect(['/a', '/b', '/c'].filter((key) => cache.find(key))).toEqual([]);
});

test('a page larger than the whole cache is answered, and pushes no other page out', () => {
  const cache = new PageCache({ maxBytes: 70_000 });
  cache.store('/a', createPage(['site']), cache.generation);
  cache.store('/large', createPage(['site'], 100_000), cache.generation);
  expect(cache.find('/large')).toBeUndefined();
  expect(cache.find('/a')).toBeDefined();
});

test('a page that is stored again keeps its tags', () => {
  const cache = new PageCache({ maxBytes: 10 ** 6 });
  cache.store('/a', createPage(['site']), cache.generation);
  cache.store('/a', createPage(['site', 'report:1']), cache.generation);
  cache.invalidateTags(['site']);
  expect(cache.find('/a')).toBeUndefined();
});

const json = (bytes: number) => ({
  status: 200,
  html: Buffer.from(JSON.stringify({ reports: 'x'.repeat(bytes) })),
  headers: { 'content-type': 'application/json' },
  tags: ['catalogue'],
});

test('a page is compressed when an encoding is first asked for, once for all who wait', async () => {
  const cache = new PageCache({ maxBytes: 10 ** 6 });
  const page = cache.store('/a', json(50_000), cache.generation);
  expect(Object.keys(page.bodies)).toEqual(['identity']);
  const bodies = await Promise.all([cache.getBody(page, 'gzip'), cache.getBody(page, 'gzip')]);
  expect(bodies[0]).toBe(bodies[1]);
  expect(gunzipSync(bodies[0].bytes)).toEqual(page.bodies.identity?.bytes);
  expect(cache.find('/a')?.bodies.gzip).toBe(bodies[0]);
  expect(cache.find('/a')?.bodies.br).toBeUndefined();
});

test('every body that a page holds counts, and nothing more of it is in memory', async () => {
  const cache = new PageCache({ maxBytes: 10 ** 6 });
  const page = cache.store('/a', json(50_000), cache.generation);
  const before = cache.bytes;
  const { bytes } = await cache.getBody(page, 'br');
  expect(bytes.buffer.byteLength).toBe(bytes.length);
  expect(cache.bytes - before).toBeGreaterThan(bytes.length);
  expect(before).toBeGreaterThan(50_000 + '/a'.length + 'catalogue'.length);
  cache.invalidateTags(['catalogue']);
  expect(cache.bytes).toBe(0);
});

test('20,000 small pages stay within the limit', async () => {
  const maxBytes = 2 ** 20;
  const cache = new PageCache({ maxBytes });
  for (let i = 0; i < 20_000; i++) {
    const page = cache.store(`/admin/api/reports?page=${i}`, json(1500), cache.generation);
    if (i % 50 === 0) await cache.getBody(page, 'br');
    expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
  }
  expect(cache.find('/admin/api/reports?page=0')).toBeUndefined();
  expect(cache.find('/admin/api/reports?page=19999')).toBeDefined();
});

test('a page is compressed as small as it gets when it is asked for twice, and not before', async () => {
  const cache = new PageCache({ maxBytes: 10 ** 6 });
  const once = cache.store('/once', createPage(['site']), cache.generation);
  const twice = cache.store('/twice', createPage(['site']), cache.generation);
  const fast = await Promise.all([cache.getBody(once, 'br'), cache.getBody(twice, 'br')]);
  cache.find('/twice');
  await waitUntil('the page is smaller', () => cache.find('/twice')?.bodies.br !== fast[1]);
  expect(cache.find('/once')?.bodies.br).toBe(fast[0]);
});

test('A-54 a cache that shrinks loses the least recently used half', () => {
  const cache = new PageCache({ maxBytes: 10 ** 6 });
  for (const key of ['/a', '/b', '/c', '/d'])
    cache.store(key, createPage(['site']), cache.generation);
  cache.find('/a');
  cache.shrink();
  expect(['/a', '/b', '/c', '/d'].filter((key) => cache.find(key))).toEqual(['/a', '/d']);
});
