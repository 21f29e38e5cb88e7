import { afterEach, beforeEach, expect, test } from 'vitest';
import { billing } from '../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../test/support/test-orders.ts';
import { testProgram } from '../../../test/support/test-staff.ts';

let tester: OrderTester;
beforeEach(async () => {
  tester = await openOrderTester();
});
afterEach(() => tester.close());

/** The store has this currency, and sells the report for so many of its smallest coins. */
async function sellIn(currency: string, price: number): Promise<void> {
  const { app, deps, reportCode: code } = tester;
  const settings = await app.store.getSettings();
  const replaced = await app.store.replaceSettings({ ...settings, currency }, 'a test');
  expect(replaced).toMatchObject({ ok: true });
  const prices = { single: price, multiple: price * 2, corporate: price * 3 };
  const [written] = await deps.db
    .transaction()
    .execute((tx) => app.catalogue.writing.write(tx, [{ code, prices }], { actor: 'a test' }));
  expect(written).toMatchObject({ ok: true });
}

const listTexts = async (): Promise<string[]> => {
  await tester.sendDueEmails();
  return tester.emails.map(({ subject, text }) => `${subject}\n${text}`);
};

test.each([
  ['JPY', 250_000, ['250000', '¥250,000'], ['100000', '¥100,000']],
  ['GBP', 250_050, ['2500.50', '£2,500.50'], ['1000.00', '£1,000']],
] as const)(
  'money in %s is charged, refunded and written down in its own decimals',
  async (currency, price, [charged, shown], [refunded, shownRefund]) => {
    await sellIn(currency, price);
    const { number, priceCents } = await tester.buyReport();
    expect(priceCents).toBe(price);
    const [charge] = await tester.getPaypalCharges();
    expect(charge).toMatchObject({ value: charged, currency_code: currency });
    const upgrade = await tester.payOrder(await tester.placeUpgrade(number));
    expect(upgrade.priceCents).toBe(price);
    expect(await tester.refund(upgrade.number, 100_000)).toMatchObject({ ok: true });
    const rows = await tester.app.orders.ledger.listRows({});
    expect(rows.map((row) => [row.kind, row.total, row.currency])).toEqual([
      ['invoice', charged, currency],
      ['invoice', charged, currency],
      ['credit-note', `-${refunded}`, currency],
    ]);
    const report = await tester.app.orders.reconciliation.reconcileTransactions();
    expect(report.differences).toEqual([]);
    const texts = await listTexts();
    expect(texts.find((text) => text.startsWith('Your receipt'))).toContain(`${shown} ${currency}`);
    expect(texts.find((text) => text.startsWith('Refund'))).toContain(shownRefund);
    for (const text of texts) expect(text).not.toMatch(/\$\d|USD|¥[\d,]*\.\d/);
  },
);

test('rupees are shown in their own decimals and paid by transfer, which PayPal does not take', async () => {
  await sellIn('INR', 35_000_050);
  const order = { method: 'bank', email: billing.email };
  const { number } = await tester.placeOrder(order);
  const { bankTransfers } = tester.app.orders;
  expect(await bankTransfers.confirmTransfer(testProgram, number)).toMatchObject({ ok: true });
  const texts = await listTexts();
  expect(texts.find((text) => text.includes('how to pay'))).toContain('₹350,000.50 INR');
  await expect(tester.placeOrder({ method: 'paypal', email: 'b@example.com' })).rejects.toThrow();
});
