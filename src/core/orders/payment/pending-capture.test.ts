import { afterEach, beforeEach, expect, test } from 'vitest';
import { testProgram } from '../../../../test/support/test-staff.ts';
import { buyerSecret, openTestBuyer, type TestBuyer } from '../../../../test/support/test-buyer.ts';

let buyer: TestBuyer;
beforeEach(async () => {
  buyer = await openTestBuyer();
});
afterEach(() => buyer.close());

test('a payment that is pending at the provider delivers nothing until it is completed', async () => {
  await buyer.planPaypalFaults({ 'capture-outcome': ['pending:ECHECK'] });
  const { providerId, number } = await buyer.placeApprovedOrder();
  expect(
    await buyer.app.orders.checkoutReturn.completeCheckout(providerId, buyerSecret),
  ).toMatchObject({ value: { state: 'review' } });
  expect(await buyer.viewOwnOrder(number)).toBeUndefined();
  const seen = await buyer.app.orders.staff.details.getOrder(testProgram, number);
  expect(seen.ok && seen.value.timeline).toContainEqual(
    expect.objectContaining({ kind: 'payment-held', facts: { reason: 'ECHECK' } }),
  );
  const providerOrder = await buyer.deps.payments.getProviderOrder(providerId);
  await buyer.callControlApi('settle', {
    captureId: providerOrder.kind === 'found' && providerOrder.captures[0]?.id,
    status: 'COMPLETED',
  });
  await buyer.deliverWebhooks();
  expect((await buyer.getOrder(number)).state).toBe('paid');
});
