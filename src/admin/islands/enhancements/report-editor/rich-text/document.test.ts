import { expect, test } from 'vitest';
import { fullReport } from '../../../../../../test/support/report-samples.ts';
import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import { fromDocument, toDocument } from './document.ts';

test('a description with every kind of block is the same after the editor', () => {
  const tree = fullReport.description as RichText;
  const plain: unknown = JSON.parse(JSON.stringify(tree).replace(',"rows":1', ''));
  expect(fromDocument(toDocument(tree))).toEqual(plain);
});

test('nothing is an empty paragraph, which is nothing again', () => {
  expect(fromDocument(toDocument([]))).toEqual([]);
});
