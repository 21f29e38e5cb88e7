import { expect, test } from 'vitest';
import { acceptsEncoding } from './accepts-encoding.ts';

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br', true],
  ['br;q=0.5, gzip', true],
  ['gzip;q=0, br;q=0.01', true],
  ['br;q=0, gzip', false],
  ['gzip, br; q=0.000', false],
  ['gzip', false],
  ['', false],
])('who sends "%s" takes brotli: %s', (accepted, takesBrotli) => {
  expect(acceptsEncoding(accepted, 'br')).toBe(takesBrotli);
});
