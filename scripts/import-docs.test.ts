import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isColumn } from '#core/imports/columns.model.ts';
import { writeColumnTable } from './support/import-columns.ts';

test('docs/import.md has the columns that reports have; “npm run docs:import” writes them', () => {
  const written = readFileSync('docs/import.md', 'utf8');
  expect(writeColumnTable(written)).toBe(written);
  expect(() => writeColumnTable('No table')).toThrow('has no table');
});

test('the example names columns that an import reads', () => {
  const [headers = ''] = readFileSync('docs/import-example.csv', 'utf8').split('\n');
  expect(headers.split(',').filter((header) => !isColumn(header))).toEqual([]);
});
