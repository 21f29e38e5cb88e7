import { expect, test } from 'vitest';
import { listChangedFields } from './changed-fields.ts';

test('prices in an audit entry have their currency, and other numbers have none', () => {
  const before = { version: 3, prices: { single: 14_900, dataSheet: 'on-request' } };
  const after = { change: 'prices', add: -5000, roundTo: 100, version: 4 };
  const fields = listChangedFields(before, after, 'USD');
  expect(Object.fromEntries(fields.map((field) => [field.name, field.before]))).toEqual({
    version: '3',
    prices: 'single $149, data sheet on-request',
    change: '',
    add: '',
    roundTo: '',
  });
  expect(fields.map((field) => field.after)).toEqual(['4', '', 'prices', '-$50', '$1']);
});

test('yes and no are words, and what is of several parts is shown whole', () => {
  expect(
    listChangedFields({ isSample: true }, { isSample: false, scopes: ['export'] }, 'JPY'),
  ).toEqual([
    { name: 'isSample', before: 'Yes', after: 'No' },
    { name: 'scopes', before: '', after: 'export' },
  ]);
  expect(listChangedFields(undefined, { lead: { erased: 2, kept: 0 } }, 'USD')).toMatchObject([
    { after: 'erased 2, kept 0' },
  ]);
  expect(listChangedFields(undefined, { home: { blocks: ['hero'] } }, 'USD')).toMatchObject([
    { after: '{"blocks":["hero"]}' },
  ]);
});
