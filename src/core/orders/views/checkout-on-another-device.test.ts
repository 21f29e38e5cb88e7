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

test('a customer who returns from the provider on another device finds their files there', async () => {
  const customer = createCustomer(9, billing.email);
  const { providerId } = await tester.buyReport();
  const { checkoutReturn } = tester.app.orders;
  const otherBrowser = 'd'.repeat(64);
  expect(await checkoutReturn.completeCheckout(providerId, otherBrowser, customer)).toMatchObject({
    ok: true,
    value: { order: { isOwn: true, files: [{}, {}] } },
  });
  const strangers = [
    { ...customer, email: 'other@company.example' },
    { ...customer, confirmed: false },
  ];
  for (const stranger of strangers)
    expect(await checkoutReturn.completeCheckout(providerId, otherBrowser, stranger)).toMatchObject(
      { value: { order: { isOwn: false, files: [] } } },
    );
});
