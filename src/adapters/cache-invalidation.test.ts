import { expect, test } from 'vitest';
import { splitIntoPayloads } from './cache-invalidation.ts';

test('any number of tags fits into notifications of less than 8,000 bytes each', () => {
  const tags = Array.from({ length: 2000 }, (_, i) => `report:lithium-and-größe-"${i}"`);
  const payloads = splitIntoPayloads(tags);
  expect(payloads.length).toBeLessThan(12);
  expect(payloads.every((payload) => Buffer.byteLength(payload) < 8000)).toBe(true);
  expect(payloads.flatMap((payload) => JSON.parse(payload) as string[])).toEqual(tags);
  expect(splitIntoPayloads([])).toEqual([]);
});
