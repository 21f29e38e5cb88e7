import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isRepeatableField } from './page-fault.ts';

test('no password that a page asks for is put into the error page', () => {
  const names = globSync('src/{site,admin}/**/*.{ts,tsx}').flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(/type(?:=|: )["']password["']/g)].map(({ index }) =>
      [...source.slice(0, index).matchAll(/\bname(?:=|: )["'](\w+)["']/g)].at(-1)?.at(1),
    );
  });
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => isRepeatableField(String(name)))).toEqual([]);
  expect(isRepeatableField('email')).toBe(true);
});
