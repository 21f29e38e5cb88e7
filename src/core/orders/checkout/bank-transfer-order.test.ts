import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing, openTestBuyer, type TestBuyer } from '../../../../test/support/test-buyer.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';

let buyer: TestBuyer;
beforeEach(async () => {
  buyer = await openTestBuyer();
});
afterEach(() => buyer.close());

test('an order by bank transfer has a pro-forma invoice, and is paid, invoiced and delivered when staff confirm the transfer', async () => {
  const placed = await buyer.placeOrder({ method: 'bank' });
  const { number } = placed;
  expect(await buyer.placeOrder({ method: 'bank' })).toEqual(placed);
  expect(await buyer.viewOwnOrder(number)).toMatchObject({
    state: 'awaiting-transfer',
    files: [],
    documents: [{ kind: 'pro-forma' }],
  });
  expect(await buyer.emailSubjectsTo(billing.email)).toEqual([`Your order ${number}: how to pay`]);
  const { bankTransfers, jobs } = buyer.app.orders;
  expect((await bankTransfers.confirmTransfer(testProgram, number)).ok).toBe(true);
  expect(await bankTransfers.confirmTransfer(testProgram, number)).toMatchObject({
    ok: false,
    code: 'conflict',
  });
  await jobs['orders.deliver']({ purchaseId: (await buyer.getOrder(number)).id });
  expect(await buyer.viewOwnOrder(number)).toMatchObject({
    state: 'fulfilled',
    documents: [{ kind: 'pro-forma' }, { kind: 'invoice' }],
    files: [{}, {}],
  });
  expect(await buyer.getPaypalCharges()).toEqual([]);
});

test('a buyer who corrects the address of a transfer order gets the email and the document there, in an order of its own', async () => {
  const place = async (email: string) => (await buyer.placeOrder({ email, method: 'bank' })).number;
  const first = await place('ada@compny.example');
  expect(await place('ada@compny.example')).toBe(first);
  const second = await place('ada@company.example');
  expect(second).not.toBe(first);
  expect((await buyer.getOrder(first)).state).toBe('cancelled');
  expect(await buyer.emailSubjectsTo('ada@company.example')).toEqual([
    `Your order ${second}: how to pay`,
  ]);
});
