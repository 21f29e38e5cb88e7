import { expect, test } from 'vitest';
import { planRedirects } from './plan.model.ts';
import { readFromPath, readToPath } from './redirect.model.ts';

const pair = (from: string, to: string) => ({ from, to });

test('a redirect to an address that leads on goes straight to the end', () => {
  expect(planRedirects([pair('/b', '/c')], [pair('/a', '/b')])).toEqual({
    changed: [pair('/a', '/c')],
    circles: [],
  });
  expect(planRedirects([pair('/b', '/c')], [pair('/a', '/B/#part')]).changed).toEqual([
    pair('/a', '/c'),
  ]);
});

test('earlier redirects follow when their target leads on', () => {
  const existing = [pair('/x', '/a'), pair('/y', '/a#top'), pair('/z', '/other')];
  expect(planRedirects(existing, [pair('/a', '/b')]).changed).toEqual([
    pair('/x', '/b'),
    pair('/y', '/b'),
    pair('/a', '/b'),
  ]);
});

test('a circle of one, two and three is found', () => {
  expect(planRedirects([], [pair('/a', '/A')]).circles).toEqual([pair('/a', '/A')]);
  expect(planRedirects([pair('/b', '/a')], [pair('/a', '/b')]).circles).toHaveLength(1);
  const three = [pair('/a', '/b'), pair('/b', '/c'), pair('/c', '/a')];
  expect(planRedirects([], three).circles).toHaveLength(3);
});

test('what is as wanted already is not written, and the later of two counts', () => {
  expect(planRedirects([pair('/a', '/b')], [pair('/A', '/b')]).changed).toEqual([]);
  const twice = [pair('/a', '/b'), pair('/a', '/c')];
  expect(planRedirects([], twice).changed).toEqual([pair('/a', '/c')]);
});

test.each([
  ['/old/', '/old'],
  ['  /old?id=5 ', '/old?id=5'],
  ['https://store.example/old/', '/old'],
  ['https://elsewhere.example/old', undefined],
  ['//evil.example/', undefined],
  ['/\\evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['/with space', undefined],
  ['old', undefined],
])('%j begins at %j', (text, path) => {
  expect(readFromPath(text, 'https://store.example')).toBe(path);
});

test.each([
  ['/new#part', '/new#part'],
  ['https://store.example/new', '/new'],
  ['https://elsewhere.example/new', 'https://elsewhere.example/new'],
  ['//evil.example/', undefined],
  ['javascript:alert(1)', undefined],
])('%j leads to %j', (text, path) => {
  expect(readToPath(text, 'https://store.example')).toBe(path);
});
