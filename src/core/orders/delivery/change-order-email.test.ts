import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  findDownloadLink,
  openLicenceTester,
  type LicenceTester,
} from '../../../../test/support/test-licences.ts';

let tester: LicenceTester;
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());

test('an order with another address leaves the old account, its old links stop working, and the new address gets new ones', async () => {
  const { number } = await tester.buyReport();
  const customer = await tester.insertCustomer('old@company.example', true);
  await tester.deps.db
    .updateTable('purchase')
    .set({ customerId: customer.id })
    .where('number', '=', number)
    .execute();
  await tester.useUpDownloads();
  const [receipt] = await tester.listEmailTexts('Your receipt');
  tester.advanceClock(20 * 86_400_000);
  expect((await tester.changeOrderEmail(number, 'right@company.example')).ok).toBe(true);
  expect(await tester.app.orders.library.listLibraryOrders(customer)).toEqual([]);
  expect(await tester.openLink(findDownloadLink(receipt))).toMatchObject({
    ok: false,
    code: 'not-found',
  });
  expect(await tester.emailSubjectsTo('right@company.example')).toEqual([
    `New download links for order ${number}`,
  ]);
  const [renewed] = await tester.listEmailTexts('New download links');
  tester.advanceClock(29 * 86_400_000);
  expect(await tester.openLink(findDownloadLink(renewed))).toMatchObject({ ok: true });
  expect((await tester.viewOwnOrder(number))?.files).toMatchObject([
    { downloadsLeft: 5, downloadsAllowed: 5 },
    { downloadsLeft: 5, downloadsAllowed: 5 },
  ]);
});

test('an order that is not delivered sends no links to its new address, and what a dispute has suspended stays so', async () => {
  const unpaid = await tester.placeOrder();
  expect((await tester.changeOrderEmail(unpaid.number, 'right@company.example')).ok).toBe(true);
  const { number, captureId } = await tester.buyReport('multiple-user');
  await tester.callControlApi('dispute', { captureId });
  await tester.deliverWebhooks();
  expect((await tester.changeOrderEmail(number, 'right@company.example')).ok).toBe(true);
  expect(await tester.emailSubjectsTo('right@company.example')).toEqual([]);
  expect(await tester.deps.db.selectFrom('downloadGrant').select('isSuspended').execute()).toEqual([
    { isSuspended: true },
    { isSuspended: true },
  ]);
});

test('the copies of the seats stay as they are when the order has another address', async () => {
  const { number } = await tester.buyReport('multiple-user');
  const token = await tester.giveSeat(number, 'bo@other.example');
  const [link] = (await tester.app.orders.seats.getSeat(token))?.links ?? [];
  await tester.changeOrderEmail(number, 'right@company.example');
  expect(await tester.openLink(String(link?.url))).toMatchObject({ ok: true });
});

test('staff change the address of an order, and its colleagues are those of the new domain', async () => {
  const { number } = await tester.buyReport('corporate-user', { email: 'ada@gmail.com' });
  expect((await tester.viewOwnOrder(number))?.joinUrl).toBeUndefined();
  expect(await tester.changeOrderEmail(number, 'no address')).toMatchObject({
    ok: false,
    code: 'invalid',
  });
  expect((await tester.changeOrderEmail(number, 'ada@company.example')).ok).toBe(true);
  expect((await tester.viewOwnOrder(number))?.joinUrl).toBeDefined();
});
