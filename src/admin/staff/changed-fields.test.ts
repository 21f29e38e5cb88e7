import { expect, test } from 'vitest';
import { listChangedFields } from './changed-fields.ts';

test('prices in an audit entry have their currency, and other numbers have none', () => {
  const before = { version: 3, prices: { single: 14_900, dataSheet: 'on-request' } };
  const after = { change: 'prices', add: -5000, roundTo: 100, version: 4 };
  const fields = listChangedFields(before, after, { currency: 'USD', timeZone: 'Asia/Kolkata' });
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
    listChangedFields(
      { isSample: true },
      { isSample: false, scopes: ['export'] },
      { currency: 'JPY', timeZone: 'Asia/Kolkata' },
    ),
  ).toEqual([
    { name: 'isSample', before: 'Yes', after: 'No' },
    { name: 'scopes', before: '', after: 'export' },
  ]);
  expect(
    listChangedFields(
      undefined,
      { lead: { erased: 2, kept: 0 } },
      { currency: 'USD', timeZone: 'Asia/Kolkata' },
    ),
  ).toMatchObject([{ after: 'erased 2, kept 0' }]);
  expect(
    listChangedFields(
      undefined,
      { home: { blocks: ['hero'] } },
      { currency: 'USD', timeZone: 'Asia/Kolkata' },
    ),
  ).toMatchObject([{ after: '{"blocks":["hero"]}' }]);
});

test('an instant is shown as the store’s clocks show it; a day stays a day', () => {
  const after = { publishAt: '2026-12-31T18:30:00.000Z', day: '2027-01-01' };
  const shown = { currency: 'USD', timeZone: 'Asia/Kolkata' };
  expect(listChangedFields(undefined, after, shown)).toMatchObject([
    { after: '1 Jan 2027, 00:00 UTC+5:30' },
    { after: '2027-01-01' },
  ]);
});
