import { afterEach, beforeEach, expect, test } from 'vitest';
import { listEmailTexts } from '../../../../test/support/test-accounts.ts';
import { billing } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';
import { buyerIn, chargeVat } from '../../../../test/support/taxed-store.ts';

let tester: OrderTester;
beforeEach(async () => {
  tester = await openOrderTester();
  await chargeVat(tester);
});
afterEach(() => tester.close());

const buyTaxed = async () => {
  const { number, captureId } = await tester.buyReport('single-user', await buyerIn(tester, 'DE'));
  const { priceCents, taxCents } = await tester.getOrder(number);
  expect(taxCents).toBeGreaterThan(0);
  return { number, captureId, priceCents, taxCents };
};
const refundTax = (number: string, amountCents: number, reason = 'a business after all') =>
  tester.app.orders.refunds.refundOrder(testProgram, number, {
    amountCents,
    reason,
    isTaxAlone: true,
  });
const listCreditNotes = async () =>
  (await tester.listDocuments()).flatMap(({ kind, body }) =>
    kind === 'credit-note' ? [body] : [],
  );
const listLedger = async () =>
  (await tester.app.orders.ledger.listRows({})).map(
    ({ kind, net, tax, total, tax_country, tax_percent }) =>
      [kind, net, tax, total, tax_country, tax_percent].join(' '),
  );
const euros = (cents: number) => (cents / 100).toFixed(2);

test('the tax alone goes back: net 0 on the credit note and in the books, and the licence stays', async () => {
  const { number, priceCents, taxCents } = await buyTaxed();
  expect((await refundTax(number, taxCents)).ok).toBe(true);
  const [note] = await listCreditNotes();
  expect(note).toMatchObject({
    lines: [{ text: expect.stringContaining('Refund of VAT alone: '), amount: 0 }],
    tax: { net: 0, label: 'VAT 19 %', amount: taxCents },
    total: taxCents,
  });
  expect(await listLedger()).toEqual([
    `invoice ${euros(priceCents - taxCents)} ${euros(taxCents)} ${euros(priceCents)} DE 19`,
    `credit-note 0 -${euros(taxCents)} -${euros(taxCents)} DE 19`,
  ]);
  expect(await tester.getOrder(number)).toMatchObject({
    state: 'partly-refunded',
    refundedCents: taxCents,
  });
  expect((await tester.viewOwnOrder(number))?.files).toHaveLength(2);
  const [email] = (await listEmailTexts(tester, billing.email)).filter((text) =>
    text.startsWith('Refund'),
  );
  expect(email).toContain('Refunded, VAT alone: €');
  expect(email).toContain('Your licence and your downloads stay as they are.');
});

test('no more tax goes back than was charged and not given back', async () => {
  const { number, priceCents, taxCents } = await buyTaxed();
  expect(await refundTax(number, taxCents + 1)).toMatchObject({
    code: 'invalid',
    errors: { amount: [expect.stringMatching(/^At most €.+ of VAT can be refunded\.$/)] },
  });
  expect((await refundTax(number, 1000)).ok).toBe(true);
  expect((await tester.refund(number, Math.round(priceCents / 2))).ok).toBe(true);
  const notes = await listCreditNotes();
  const returned = notes.reduce((sum, { tax }) => sum + Number(tax?.amount), 0);
  expect(await refundTax(number, taxCents - returned + 1)).toMatchObject({ code: 'invalid' });
  expect((await refundTax(number, taxCents - returned)).ok).toBe(true);
  expect(await refundTax(number, 1)).toMatchObject({
    errors: { amount: ['No VAT is left to refund.'] },
  });
  const { refundedCents } = await tester.getOrder(number);
  expect((await tester.refund(number, priceCents - refundedCents)).ok).toBe(true);
  expect(await tester.getState(number)).toBe('refunded');
  const all = await listCreditNotes();
  const sum = (read: (tax: { net: number; amount: number }) => number) =>
    all.reduce((total, { tax }) => total + (tax ? read(tax) : Number.NaN), 0);
  expect(sum(({ amount }) => amount)).toBe(taxCents);
  expect(sum(({ net }) => net)).toBe(priceCents - taxCents);
  expect(all.at(-1)?.tax?.amount).toBe(0);
});

test('a share of the price goes back with its share of the tax, also one made at PayPal', async () => {
  const { number, captureId, priceCents, taxCents } = await buyTaxed();
  expect((await tester.refund(number, 11_900)).ok).toBe(true);
  await tester.callControlApi('refund', { captureId, value: '119.00' });
  await tester.deliverWebhooks();
  expect((await listCreditNotes()).map(({ tax }) => tax?.amount)).toEqual([1900, 1900]);
  expect((await tester.refund(number, priceCents - 23_800)).ok).toBe(true);
  expect((await listCreditNotes()).at(-1)?.tax?.amount).toBe(taxCents - 3800);
});

test('an order without tax has none to give back', async () => {
  const { number } = await tester.buyReport('single-user', await buyerIn(tester, 'US'));
  expect(await refundTax(number, 100)).toMatchObject({
    code: 'invalid',
    errors: { amount: ['No VAT is left to refund.'] },
  });
});

test('a dispute that ends with the tax alone going back: the files open, and every paper says so', async () => {
  const { number, captureId, priceCents, taxCents } = await buyTaxed();
  await tester.callControlApi('dispute', { captureId });
  await tester.deliverWebhooks();
  expect(await tester.getState(number)).toBe('suspended');
  expect(await tester.viewOwnOrder(number)).toMatchObject({ files: [], refundedCents: 0 });
  expect((await refundTax(number, taxCents)).ok).toBe(true);
  await tester.callControlApi('dispute', { captureId, outcome: 'RESOLVED_WITH_PAYOUT' });
  await tester.deliverWebhooks((all) => [...all, ...all]);
  expect(await tester.getOrder(number)).toMatchObject({
    state: 'partly-refunded',
    refundedCents: taxCents,
  });
  const own = await tester.viewOwnOrder(number);
  expect(own).toMatchObject({
    refundedCents: taxCents,
    documents: [{ kind: 'invoice' }, { kind: 'credit-note' }],
  });
  expect(own?.files.map(({ isUsable }) => isUsable)).toEqual([true, true]);
  expect(await listCreditNotes()).toMatchObject([{ tax: { net: 0, amount: taxCents } }]);
  expect(await listLedger()).toEqual([
    `invoice ${euros(priceCents - taxCents)} ${euros(taxCents)} ${euros(priceCents)} DE 19`,
    `credit-note 0 -${euros(taxCents)} -${euros(taxCents)} DE 19`,
  ]);
  const attention = await tester.app.orders.staff.attention.listNeedsAttention(testProgram);
  expect(attention).toMatchObject({ value: { rows: [] } });
});
