import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isRepeatableField } from './page-fault.ts';

test('no password that a page asks for is put into the error page', () => {
  const names = globSync('src/site/**/*.{ts,tsx}').flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(/type(?:=|: )["']password["']/g)].map(({ index }) =>
      [...source.slice(0, index).matchAll(/\bname(?:=|: )["'](\w+)["']/g)].at(-1)?.at(1),
    );
  });
  expect(new Set(names)).toEqual(new Set(['password', 'present', 'owner_password']));
  expect(names.filter((name) => isRepeatableField(String(name)))).toEqual([]);
  expect(isRepeatableField('email')).toBe(true);
});
