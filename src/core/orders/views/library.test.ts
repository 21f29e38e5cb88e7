import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing } from '../../../../test/support/test-buyer.ts';
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

test("an order that was placed with an account's address is in its library with its documents, and in no other", async () => {
  const { number } = await tester.buyReport();
  const customer = createCustomer(1, billing.email);
  const { library } = tester.app.orders;
  expect(await library.listLibraryOrders(customer)).toMatchObject([
    { number, state: 'fulfilled', documents: [{ kind: 'invoice' }], files: [{}, {}] },
  ]);
  expect(await library.listLibraryOrders({ ...customer, email: 'other@example.com' })).toEqual([]);
  expect(await library.listLibraryOrders({ ...customer, confirmed: false })).toEqual([]);
});
