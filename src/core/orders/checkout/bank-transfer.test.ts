import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const confirmTransfer = (number: string) =>
  buyer.app.orders.bankTransfers.confirmTransfer(testProgram, number);

test('a refund of a transfer has its credit note and email at once', async () => {
  const { number } = await buyer.placeOrder({ method: 'bank' });
  await confirmTransfer(number);
  const { priceCents } = await buyer.getOrder(number);
  expect((await buyer.refund(number, 5000)).ok).toBe(true);
  expect(await buyer.getOrder(number)).toMatchObject({
    state: 'partly-refunded',
    refundedCents: 5000,
  });
  expect(await buyer.refund(number, priceCents)).toMatchObject({ ok: false, code: 'invalid' });
  await buyer.refund(number, priceCents - 5000);
  expect(await buyer.viewOwnOrder(number)).toMatchObject({
    state: 'refunded',
    files: [],
    documents: [
      { kind: 'pro-forma' },
      { kind: 'invoice' },
      { kind: 'credit-note' },
      { kind: 'credit-note' },
    ],
  });
  expect(await buyer.countEmails(billing.email, 'Refund')).toBe(2);
});

test.each(['expired', 'cancelled'] as const)(
  'a transfer that arrives when its order is %s is accepted; an order by card is refused',
  async (state) => {
    const { number } = await buyer.placeOrder({ method: 'bank' });
    const setState = (of: string) =>
      buyer.deps.db.updateTable('purchase').set({ state }).where('number', '=', of).execute();
    await setState(number);
    expect((await confirmTransfer(number)).ok).toBe(true);
    expect(await buyer.getState(number)).toBe('paid');
    const card = await buyer.placeOrder({ type: 'multiple-user' });
    await setState(card.number);
    expect(await confirmTransfer(card.number)).toMatchObject({ ok: false, code: 'conflict' });
  },
);

test('a card payment and a transfer at once do not deadlock; the later one fails', async () => {
  for (let i = 0; i < 3; i++) {
    const changes = { email: `race${i}@company.example` };
    const transfer = await buyer.placeOrder({ ...changes, method: 'bank' });
    const card = await buyer.placeApprovedOrder(changes);
    const [, confirmed] = await Promise.all([
      buyer.completeCheckout(card.providerId),
      confirmTransfer(transfer.number),
    ]);
    const repeated = await confirmTransfer(transfer.number);
    expect(repeated).toMatchObject({ ok: false, code: 'conflict' });
    if (!confirmed.ok) expect(confirmed.message).toContain(card.number);
    await buyer.deps.db
      .updateTable('purchase')
      .set({ buyerSecretHash: `done${i}` })
      .execute();
  }
});
