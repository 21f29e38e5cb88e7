import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createCustomer,
  openLicenceTester,
  type LicenceTester,
} from '../../../../test/support/test-licences.ts';

let tester: LicenceTester;
beforeEach(async () => {
  tester = await openLicenceTester();
});
afterEach(() => tester.close());

test('colleagues find the report in their accounts once their address is confirmed, and claim a seat there', async () => {
  const { number } = await tester.buyReport('corporate-user');
  const { joinLinks, seats } = tester.app.orders;
  const colleague = createCustomer(7, 'bo@company.example');
  const outsider = createCustomer(7, 'bo@other.example');
  expect(await joinLinks.listSharedSeats({ ...colleague, confirmed: false })).toEqual([]);
  expect(await joinLinks.listSharedSeats(outsider)).toEqual([]);
  expect(
    await joinLinks.listSharedSeats({ ...colleague, email: 'Bo@company.example' }),
  ).toMatchObject([{ number, seatPath: undefined }]);
  expect(await joinLinks.claimSeat(outsider, number)).toMatchObject({
    ok: false,
    code: 'not-found',
  });
  const claimed = await joinLinks.claimSeat(colleague, number);
  if (!claimed.ok) throw new Error(claimed.message);
  const token = claimed.value.path.split('/')[2] ?? '';
  expect((await seats.getSeat(token))?.links).toHaveLength(2);
  expect(await joinLinks.listSharedSeats(colleague)).toMatchObject([
    { seatPath: claimed.value.path },
  ]);
  await tester.revokeSeat(number, 'bo@company.example');
  expect(await joinLinks.listSharedSeats(colleague)).toEqual([]);
  expect(await joinLinks.claimSeat(colleague, number)).toMatchObject({
    ok: false,
    code: 'not-found',
  });
});

test('customers are not offered their own order as one that is shared with them', async () => {
  const { number } = await tester.buyReport('corporate-user', { email: 'ada@company.example' });
  const customer = await tester.insertCustomer('chief@company.example', true);
  const { joinLinks } = tester.app.orders;
  expect(await joinLinks.listSharedSeats(customer)).toHaveLength(1);
  await tester.deps.db
    .updateTable('purchase')
    .set({ customerId: customer.id })
    .where('number', '=', number)
    .execute();
  expect(await joinLinks.listSharedSeats(customer)).toEqual([]);
});
