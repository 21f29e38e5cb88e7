import { expect, test } from 'vitest';
import { readBounces } from './bounces.ts';

test('of a pasted list of bounces each line that is left out is counted', () => {
  const text =
    'Anna@example.com\n\nno address here\nben@example.com 4.2.2\nanna@example.com 5.1.1\n5.1.1\n' +
    'full@example.com 5.2.2\nus@example.com 5.7.1\nlimit@example.com 5.4.5\nmoved@example.com 5.1.6';
  expect(readBounces(text)).toEqual({
    bounces: [
      { email: 'anna@example.com', status: '5.1.1', isUnknown: true },
      { email: 'moved@example.com', status: '5.1.6', isUnknown: true },
    ],
    unreadable: 2,
    soft: 2,
    ofSender: 2,
  });
});
