import { expect, test } from 'vitest';
import { describeErrorCount } from './error-count.ts';

test('the heading over what is wrong counts it in words', () => {
  expect([1, 12].map(describeErrorCount)).toEqual([
    'Please check one thing',
    'Please check twelve things',
  ]);
});
