import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing, buyerSecret } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const countReceipts = () => buyer.countEmails(billing.email, 'Your receipt');

test.each(['a partial refund', 'a dispute that ends well'])(
  '%s before the delivery does not prevent it',
  async (event) => {
    const { number, providerId } = await buyer.placeApprovedOrder();
    await buyer.completeCheckout(providerId);
    const { id } = await buyer.getOrder(number);
    const captureId = await buyer.getCaptureId(providerId);
    const deliver = () => buyer.app.orders.jobs['orders.deliver']({ purchaseId: id });
    if (event === 'a partial refund') await buyer.refund(number, 100);
    else {
      await buyer.callControlApi('dispute', { captureId });
      await buyer.deliverWebhooks();
      await deliver();
      expect(await countReceipts()).toBe(0);
      await buyer.callControlApi('dispute', { captureId, outcome: 'RESOLVED_SELLER_FAVOUR' });
      await buyer.deliverWebhooks();
    }
    buyer.advanceClock(60_000);
    await buyer.reconcile();
    await deliver();
    expect(await countReceipts()).toBe(1);
  },
);

test('an order that goes back while its copies are made is not delivered', async () => {
  const { number, providerId } = await buyer.placeApprovedOrder();
  await buyer.completeCheckout(providerId);
  const { id, priceCents } = await buyer.getOrder(number);
  const { files } = buyer.deps;
  const { put } = files;
  let refunded: ReturnType<typeof buyer.refund> | undefined;
  const refundFirst: typeof put = async (key, content) => {
    refunded ??= buyer.refund(number, priceCents);
    await refunded;
    return put(key, content);
  };
  Object.assign(files, { put: refundFirst });
  await buyer.app.orders.jobs['orders.deliver']({ purchaseId: id });
  expect(await refunded).toMatchObject({ ok: true });
  expect(await countReceipts()).toBe(0);
  expect(await buyer.getOrder(number)).toMatchObject({ state: 'refunded', fulfilledAt: null });
});

test('a report that is withdrawn after it was sold is delivered, and its buyer keeps access', async () => {
  const placed = await buyer.placeOrder();
  await buyer.deps.db
    .updateTable('report')
    .set({ state: 'draft' })
    .where('code', '=', buyer.reportCode)
    .execute();
  await buyer.payOrder(placed);
  const [file] = (await buyer.viewOwnOrder(placed.number))?.files ?? [];
  const { downloads, offers } = buyer.app.orders;
  const proof = { browser: buyerSecret };
  expect(await downloads.openDownload(String(file?.token), proof, 'full', 'x')).toMatchObject({
    ok: true,
  });
  expect(await offers.getOffer(buyer.reportCode)).toMatchObject({ ok: false, code: 'not-found' });
});
