import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  approvePayment,
  buyerSecret,
  openTestBuyer,
  type TestBuyer,
} from '../../../../test/support/test-buyer.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';

let buyer: TestBuyer;
beforeEach(async () => {
  buyer = await openTestBuyer();
});
afterEach(() => buyer.close());

test("the provider's transactions are compared with ours: a lost capture is repaired, other differences are reported", async () => {
  const { providerId } = await buyer.placeApprovedOrder();
  await buyer.planPaypalFaults({ capture: ['lose-answer'] });
  await buyer.app.orders.checkoutReturn.completeCheckout(providerId, buyerSecret);
  buyer.advanceClock(61_000);
  const { reconciliation } = buyer.app.orders;
  expect(await reconciliation.reconcileTransactions()).toMatchObject({
    captures: 1,
    differences: [],
    repaired: 1,
  });
  await buyer.deps.db.updateTable('purchase').set({ priceCents: 1, refundedCents: 0 }).execute();
  expect(await reconciliation.reconcileTransactions()).toMatchObject({
    differences: [{ kind: 'other amount' }],
  });
});

test('a difference that was gone and comes back waits for staff again', async () => {
  const { number, priceCents } = await buyer.buyReport();
  const setPrice = (cents: number) =>
    buyer.deps.db.updateTable('purchase').set({ priceCents: cents }).execute();
  const { reconciliation, staff } = buyer.app.orders;
  const listOpen = async () => {
    await reconciliation.reconcileTransactions();
    const attention = await staff.attention.listNeedsAttention(testProgram);
    return (
      attention.ok &&
      attention.value.differences.map(({ kind, orderNumber }) => [kind, orderNumber])
    );
  };
  await setPrice(priceCents + 1);
  expect(await listOpen()).toEqual([['other amount', number]]);
  await setPrice(priceCents);
  expect(await listOpen()).toEqual([]);
  await setPrice(priceCents + 1);
  expect(await listOpen()).toEqual([['other amount', number]]);
});

test('an order of ours whose payment PayPal does not list is a difference', async () => {
  await buyer.buyReport();
  const { payments } = buyer.deps;
  const { listTransactions } = payments;
  Object.assign(payments, {
    listTransactions: async (...period: Parameters<typeof listTransactions>) => {
      const answer = await listTransactions(...period);
      return answer.kind === 'listed' ? { ...answer, captures: [] } : answer;
    },
  });
  buyer.advanceClock(4 * 3_600_000);
  expect(await buyer.app.orders.reconciliation.reconcileTransactions()).toMatchObject({
    differences: [{ kind: 'paid and not captured' }],
  });
});

/** The store's database is from before orders had random keys: one of its orders has none. */
async function sellWithoutKeys(): Promise<void> {
  const { number } = await buyer.placeOrder({ type: 'multiple-user' });
  await buyer.deps.db
    .updateTable('purchase')
    .set({ paymentKey: null })
    .where('number', '=', number)
    .execute();
}

/** The provider's list is late: what is bought now is bought after what it lists. */
const buyLater = (licence?: string) => {
  buyer.advanceClock(60_000);
  return buyer.buyReport(licence);
};

/** A payment of an order that a restored database does not know. */
async function payLostOrder(id: number): Promise<void> {
  const lost = await buyer.deps.payments.createProviderOrder({
    requestId: `c-${id}-1`,
    customId: String(id),
    invoiceId: `QI-00${id}`,
    description: 'Lost',
    item: { name: 'Lost', description: 'Lost' },
    amountCents: 100_000,
    taxCents: 0,
    currency: 'USD',
    brandName: 'B',
    returnUrl: 'https://x.example/',
    cancelUrl: 'https://x.example/',
  });
  if (lost.kind !== 'created') throw new Error('not created');
  await approvePayment(lost.approvalUrl);
  await buyer.deps.payments.captureProviderOrder(lost.providerId, `k-lost-${id}`);
}

test('F-04 after an older database is restored, payments of lost orders are reported, and their numbers are never used again', async () => {
  await sellWithoutKeys();
  await payLostOrder(5000);
  const { reconciliation } = buyer.app.orders;
  expect(await reconciliation.reconcileTransactions()).toMatchObject({
    differences: [{ kind: 'unknown order' }],
  });
  expect((await buyLater()).number).toBe('QI-006001');
  await reconciliation.reconcileTransactions();
  expect((await buyer.buyReport('corporate-user')).number).toBe('QI-006002');
});

test('each lost order that is found later leaves out the number of its invoice', async () => {
  const { reconciliation } = buyer.app.orders;
  await sellWithoutKeys();
  await payLostOrder(5000);
  await reconciliation.reconcileTransactions();
  await buyLater();
  await payLostOrder(5001);
  await payLostOrder(5002);
  await reconciliation.reconcileTransactions();
  await buyer.buyReport('corporate-user');
  const [first, second] = (await buyer.listDocuments())
    .filter(({ kind }) => kind === 'invoice')
    .map(({ number }) => Number(number.slice(-5)));
  expect(Number(second) - Number(first)).toBe(3);
});

test.each([
  ['never had orders without keys', async () => void (await buyer.buyReport())],
  ['has sold nothing yet', async () => {}],
  [
    'has had orders with keys since',
    async () => {
      await sellWithoutKeys();
      await buyer.buyReport();
    },
  ],
])(
  'F-55 a store that %s: a payment with a plain number exactly like ours is foreign',
  async (_, sell) => {
    await sell();
    const before = await buyer.listDocuments();
    await payLostOrder(5000);
    const { reconciliation } = buyer.app.orders;
    expect(await reconciliation.reconcileTransactions()).toMatchObject({
      differences: [],
      foreign: 1,
    });
    expect(Number((await buyLater('corporate-user')).number.slice(3))).toBeLessThan(5);
    const numbers = (await buyer.listDocuments()).map(({ number }) => Number(number.slice(-5)));
    expect(Math.max(...numbers)).toBe(before.length + 1);
  },
);
