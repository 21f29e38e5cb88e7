import { expect, test } from 'vitest';
import { readBounces } from './bounces.ts';

test('of a pasted list of bounces each line that is left out is counted', () => {
  const text =
    'Anna@example.com 5.1.1\n\nno address here\nben@example.com 4.2.2\nanna@example.com\n5.1.1';
  expect(readBounces(text)).toEqual({
    bounces: [{ email: 'anna@example.com', status: undefined }],
    unreadable: 2,
    soft: 1,
  });
});
