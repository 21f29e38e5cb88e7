import { expect, test } from 'vitest';
import { editorParts } from './field-kinds.model.ts';
import { reportInputSchema } from './report-input-schema.ts';
import { draftFields, fieldNames, getField, listValues } from './report-fields.model.ts';

const listSentences = (given: object): string[] =>
  reportInputSchema
    .safeParse({ code: 'A', ...given })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('no two fields have a column, or a header that is taken for it, in common', () => {
  const headers = fieldNames
    .map(getField)
    .flatMap(({ column, alsoCalled = [] }) => [column, ...alsoCalled]);
  expect(headers).toEqual([...new Set(headers)]);
});

test('the editor has every field but the state, each in one of its parts, and the prices', () => {
  expect(fieldNames.filter((name) => !draftFields.some((field) => field === name))).toEqual([
    'state',
  ]);
  const parts = fieldNames.flatMap((name) => getField(name).editor?.part ?? []);
  expect([...new Set([...parts, 'prices'])].toSorted()).toEqual(
    Object.keys(editorParts).toSorted(),
  );
  expect(draftFields.indexOf('prices.single')).toBe(draftFields.indexOf('pages') + 1);
});

test('a field’s bounds and its rule are sentences about it, and null clears it', () => {
  expect(listSentences({ slug: 'Wheat Market' })).toEqual([
    'slug: A slug has lower-case letters, digits and hyphens: “wheat-market-2026”.',
  ]);
  expect(listSentences({ companies: ['x'.repeat(301)], pages: 0, title: '' })).toEqual(
    expect.arrayContaining([
      'title: The title is empty.',
      'pages: The number of pages must be 1 or more.',
      'companies.0: A company has 301 characters; at most 300 are allowed.',
    ]),
  );
  expect(listSentences({ slug: null, companies: null, prices: { single: null } })).toEqual([]);
});

test('the values of a report come with their kinds, in the order of the table', () => {
  expect(listValues({ pages: 3, title: 'Wheat' })).toEqual([
    { name: 'title', kind: 'line', value: 'Wheat' },
    { name: 'pages', kind: 'number', value: 3 },
  ]);
});
