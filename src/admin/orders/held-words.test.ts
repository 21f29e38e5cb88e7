import { expect, test } from 'vitest';
import { readEnum } from '../../../test/paypal-simulator/paypal-schemas.ts';
import { describeHeldReason } from './order-timeline.tsx';

test('every reason for which PayPal holds a payment back has words for staff', () => {
  const details = ['capture_status_details', 'properties', 'reason'];
  const reasons = readEnum('orders', 'components', 'schemas', ...details);
  expect(reasons.length).toBeGreaterThan(10);
  expect(reasons.filter((reason) => describeHeldReason(reason) === reason)).toEqual([]);
  expect(describeHeldReason('NEW_REASON')).toBe('NEW_REASON');
});
