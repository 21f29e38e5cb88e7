import { expect, test } from 'vitest';
import type { Role } from '#core/staff/model.ts';
import { listNavigation } from './navigation.ts';
import { listShortcuts } from './shortcut-list.ts';

const listKeys = (role: Role): string[] =>
  listShortcuts(
    role,
    listNavigation(role, () => true),
  ).map(([keys]) => keys.join(' '));

test('the help names the keys that do something for the role, and no others', () => {
  expect(listKeys('owner')).toEqual(expect.arrayContaining(['g s', 'g e', 'e', 'c', 'Ctrl Enter']));
  const finance = listKeys('finance');
  expect(finance).toEqual(expect.arrayContaining(['Ctrl K', 'j', 'g o', 'g r', '?']));
  for (const key of ['g s', 'g e', 'g n', 'x', 'e', 't', 'a', 'n', 'c', 'Ctrl Enter'])
    expect(finance).not.toContain(key);
  expect(listKeys('editor')).toEqual(expect.arrayContaining(['Ctrl S', 'Alt F10']));
  expect(listKeys('viewer')).not.toContain('x');
  for (const role of ['owner', 'editor', 'sales'] as const) expect(listKeys(role)).toContain('x');
  expect(listKeys('sales').filter((key) => key === 'Ctrl Enter')).toHaveLength(1);
});
