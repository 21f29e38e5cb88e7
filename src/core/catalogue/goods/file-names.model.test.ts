import { expect, test } from 'vitest';
import { matchFileName, toFileName } from './file-names.model.ts';

test.each([
  ['QM-1057.pdf', { reportCode: 'QM-1057', purpose: 'goods' }],
  ['QM-1057-v2.xlsx', { reportCode: 'QM-1057', purpose: 'goods' }],
  ['QM-1057-sample.pdf', { reportCode: 'QM-1057', purpose: 'sample' }],
  ['QM-1057-cover.JPG', { reportCode: 'QM-1057', purpose: 'cover' }],
  ['readme', undefined],
  ['../QM-1057.pdf', undefined],
])('%s is of a report by its name', (name, expected) => {
  expect(matchFileName(name)).toEqual(expected);
});

test.each([
  ['Größe & Wachstum 2026.pdf', 'pdf', 'Gro-e-Wachstum-2026.pdf'],
  ['../../etc/passwd', 'pdf', 'etc-passwd.pdf'],
  ['报告.pdf', 'pdf', 'report.pdf'],
  ['data.csv', 'zip', 'data.zip'],
])('the download of %s has a plain name', (name, extension, expected) => {
  expect(toFileName(name, extension)).toBe(expected);
});
