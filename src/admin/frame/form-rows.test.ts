import { expect, test } from 'vitest';
import { arrangeForm, dropBlankRows, readRows } from './form-rows.ts';

const fields = {
  title: 'kept',
  'links.0.row': '1',
  'links.0.label': 'A',
  'links.1.row': '1',
  'links.1.label': '',
  'links.2.row': '1',
  'links.2.label': 'C',
  'links.2.sub.0.row': '1',
};
const labels = (command: string) =>
  readRows(arrangeForm({ ...fields, arrange: command })?.values ?? {}, 'links').map(
    ({ label }) => label,
  );

test.each([
  ['links.2.up', ['A', 'C', '']],
  ['links.0.down', ['', 'A', 'C']],
  ['links.0.up', ['A', '', 'C']],
  ['links.2.down', ['A', '', 'C']],
  ['links.1.remove', ['A', 'C']],
  ['links.add', ['A', '', 'C', undefined]],
])('%s', (command, order) => {
  expect(labels(command)).toEqual(order);
});

test('other fields stay, and a form that is to be saved is not arranged', () => {
  const arranged = arrangeForm({ ...fields, arrange: 'links.2.sub.add' });
  expect(arranged?.values).toMatchObject({ title: 'kept', 'links.2.sub.1.row': '1' });
  expect(arrangeForm(fields)).toBeUndefined();
});

test('rows without anything typed are dropped, and the others move up', () => {
  expect(dropBlankRows(fields, 'links')).toEqual({
    title: 'kept',
    'links.0.row': '1',
    'links.0.label': 'A',
    'links.1.row': '1',
    'links.1.label': 'C',
    'links.1.sub.0.row': '1',
  });
});
