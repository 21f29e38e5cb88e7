import { expect, test } from 'vitest';
import { spellPath } from './one-spelling.ts';

test.each([
  ['/', '/'],
  ['//', '//'],
  ['/index.html', '/'],
  ['/FAQ/', '/faq'],
  ['//faq', '/faq'],
  ['/Tin-Market/INDEX.PHP', '/tin-market'],
  ['/Industries/Metals', '/industries/metals'],
  ['/Sample/QM-1', '/sample/QM-1'],
  ['/seat/aB3//', '/seat/aB3'],
  ['/download/../', '/download/../'],
  ['/faq/%2E%2e/', '/faq/%2E%2e/'],
  [`/${'/'.repeat(5000)}faq`, '/faq'],
])('the path %s is spelled %s', (path, expected) => {
  expect(spellPath(path)).toBe(expected);
  expect(spellPath(expected)).toBe(expected);
});
