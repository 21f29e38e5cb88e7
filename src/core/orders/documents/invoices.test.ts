import { afterEach, beforeEach, expect, test } from 'vitest';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

test('an invoice is rendered for its own buyer, whatever number another one had before', async () => {
  await buyer.buyReport();
  const { documents } = buyer.app.orders;
  const [first] = await buyer.listDocuments();
  const before = await documents.openDocument(String(first?.token));
  await buyer.deps.db
    .updateTable('orderDocument')
    .set({ number: 'GONE', sequence: 999 })
    .where('id', '=', Number(first?.id))
    .execute();
  await buyer.deps.db.updateTable('orderDocumentSeries').set({ lastSequence: 0 }).execute();
  await buyer.buyReport('multiple-user', { name: 'Other', email: 'other@else.example' });
  const after = await documents.openDocument(String((await buyer.listDocuments()).at(-1)?.token));
  expect(after?.fileKey).not.toBe(before?.fileKey);
});

test('an invoice says what the order says, also where it was edited during the capture', async () => {
  const { number } = await buyer.placeApprovedOrder();
  const { payments } = buyer.deps;
  const { getProviderOrder } = payments;
  let isEdited = false;
  const editDuringCapture: typeof getProviderOrder = async (id) => {
    const providerOrder = await getProviderOrder(id);
    if (!isEdited)
      await buyer.deps.db
        .updateTable('purchase')
        .set({ companyName: 'New GmbH', taxId: 'DE123' })
        .where('number', '=', number)
        .execute();
    isEdited = true;
    return providerOrder;
  };
  Object.assign(payments, { getProviderOrder: editDuringCapture });
  buyer.advanceClock(31_000);
  await buyer.reconcile();
  Object.assign(payments, { getProviderOrder });
  const [invoice] = await buyer.listDocuments();
  expect(JSON.stringify(invoice?.body)).toContain((await buyer.getOrder(number)).companyName);
});
