import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cacheKeyParams } from './cache-policy.ts';

/** First path segments under which the router answers something else than a page. */
const listMountedFolders = (): string[] => {
  const router = readFileSync(new URL('../router.ts', import.meta.url), 'utf8');
  return [...router.matchAll(/router\.route\('\/(\w[\w-]*)/g)].map(([, folder]) => folder ?? '');
};

test('what is no page is never looked up among the pages', () => {
  const folders = listMountedFolders();
  expect(folders).toContain('picture');
  expect(folders.filter((folder) => cacheKeyParams(`/${folder}/a/b`) !== undefined)).toEqual([]);
});
