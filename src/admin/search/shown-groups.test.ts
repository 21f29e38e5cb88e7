import { expect, test } from 'vitest';
import { foundKinds } from '#core/staff-search/model.ts';
import { toShownGroups } from './shown-groups.ts';

test('the link to everything that was found fills the filter that its list has', () => {
  const groups = foundKinds.map((kind) => ({ kind, rows: [], hasMore: true }));
  const links = toShownGroups(groups, 'tin & co', () => true).map(({ viewAll }) => viewAll);
  expect(links).toEqual([
    '/admin/reports?words=tin+%26+co',
    '/admin/orders?q=tin+%26+co',
    '/admin/enquiries?q=tin+%26+co',
    '/admin/customers?q=tin+%26+co',
    '/admin/content/blog?q=tin+%26+co',
  ]);
});

test('the state of an order is the word that its page has for it', () => {
  const row = { id: 'QI-1', title: 'QI-1', note: 'Ada, AC-1' };
  const rows = [{ ...row, state: 'fulfilled' }, { ...row, note: '', state: 'a former state' }, row];
  const [group] = toShownGroups([{ kind: 'order', rows, hasMore: false }], 'QI', () => true);
  expect(group?.rows.map(({ note }) => note)).toEqual(['Ada, AC-1, Delivered', '', 'Ada, AC-1']);
});
