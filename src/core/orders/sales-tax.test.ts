import { afterEach, beforeEach, expect, test } from 'vitest';
import { buyerSecret } from '../../../test/support/test-buyer.ts';
import { addTestStaff } from '../../../test/support/test-staff.ts';
import { openOrderTester, type OrderTester } from '../../../test/support/test-orders.ts';

let tester: OrderTester;
let countryIds: Record<string, string>;
beforeEach(async () => {
  tester = await openOrderTester();
  const settings = await tester.app.store.getSettings();
  const tax = { kind: 'vat', country: 'DE', number: 'DE123456789', prices: 'net' };
  const numbering = { order: 'NL-{0000}', invoice: 'RE-{year}-{0000}' };
  const replaced = await tester.app.store.replaceSettings(
    { ...settings, currency: 'EUR', tax, numbering },
    'test',
  );
  expect(replaced).toMatchObject({ ok: true });
  const countries = await tester.app.content.listCountries();
  countryIds = Object.fromEntries(countries.map(({ iso2, id }) => [iso2, String(id)]));
});
afterEach(() => tester.close());

const inCountry = (iso2: string, changes: object = {}) => ({
  country: countryIds[iso2],
  tax_id: '',
  ...changes,
});

const listPrice = async (): Promise<number> =>
  Number(
    (await tester.app.catalogue.reports.getForSale({ code: tester.reportCode }))?.prices.single,
  );

test('a buyer at home pays the tax, and PayPal, invoice and receipt say how much it is', async () => {
  const net = await listPrice();
  const taxCents = Math.round(net * 0.19);
  const { number } = await tester.buyReport('single-user', inCountry('DE'));
  expect(number).toMatch(/^NL-\d{4}$/);
  expect(await tester.getOrder(number)).toMatchObject({
    currency: 'EUR',
    listCents: net,
    priceCents: net + taxCents,
    taxCents,
    taxKind: 'domestic',
    taxBasisPoints: 1900,
    taxCountry: 'DE',
    countryCode: 'DE',
  });
  const [charge] = await tester.getPaypalCharges();
  expect(charge).toMatchObject({ value: ((net + taxCents) / 100).toFixed(2) });
  const [invoice] = await tester.listDocuments();
  expect(invoice?.number).toMatch(/^RE-\d{4}-0001$/);
  expect(invoice?.body).toMatchObject({
    currency: 'EUR',
    lines: [{ amount: net }],
    tax: { net, label: 'VAT 19 %', amount: taxCents },
    total: net + taxCents,
    publisher: { taxId: 'DEMO-000000, DE123456789' },
  });
  await tester.sendDueEmails();
  const receipt = tester.emails.find(({ subject }) => subject.startsWith('Your receipt'));
  expect(receipt?.text).toMatch(/VAT 19 %: €/);
  expect(receipt?.text).toMatch(/Paid: €.+ EUR/);
});

test('a business in another EU country pays no tax with a number that VIES knows', async () => {
  const net = await listPrice();
  const { number } = await tester.buyReport(
    'single-user',
    inCountry('FR', { tax_id: 'FR 12 345678901' }),
  );
  expect(await tester.getOrder(number)).toMatchObject({
    priceCents: net,
    taxCents: 0,
    taxKind: 'reverse-charge',
    vatNumberStatus: 'valid',
    vatConsultation: 'WAPI12345678901',
  });
  const [invoice] = await tester.listDocuments();
  expect(JSON.stringify(invoice?.body)).toContain('Reverse charge: the recipient accounts');
  const view = await tester.viewOwnOrder(number);
  const [upgrade] = view?.upgrades ?? [];
  const upgraded = await tester.payOrder(await tester.placeUpgrade(number));
  expect(upgraded.priceCents).toBe(upgrade?.cents);
  expect(await tester.getOrder(upgraded.number)).toMatchObject({ taxKind: 'reverse-charge' });
});

test('while VIES gives no answer the form of the number decides, and the order says so', async () => {
  const { number } = await tester.placeOrder(inCountry('FR', { tax_id: 'FR12345678999' }));
  expect(await tester.getOrder(number)).toMatchObject({
    taxKind: 'reverse-charge',
    vatNumberStatus: 'unchecked',
  });
});

test.each([
  ['RCS Paris 123 456', 'RCS Paris 123 456'],
  ['DE123456789', 'DE123456789'],
  ['FR 12\u202f345\u00a0678\u2009900', 'FR12345678900'],
])(
  'the number %s, which VIES does not know, is printed and taxed as a consumer’s',
  async (tax_id, printed) => {
    const net = await listPrice();
    const { number } = await tester.buyReport('single-user', inCountry('FR', { tax_id }));
    expect(await tester.getOrder(number)).toMatchObject({
      taxId: printed,
      taxKind: 'destination',
      taxCents: Math.round(net * 0.2),
      vatNumberStatus: 'unknown',
    });
    const [invoice] = await tester.listDocuments();
    expect(invoice?.body.buyer.taxId).toBe(printed);
  },
);

test('a number that VIES does not know is said before the order, with the total', async () => {
  const net = await listPrice();
  const shown = (net / 100).toFixed(2);
  const form = inCountry('FR', { tax_id: 'FR12345678900', total: shown });
  await expect(tester.placeOrder(form)).rejects.toThrow(
    /VIES.+printed on your invoice.+total is €/,
  );
  const offer = await tester.app.orders.offers.getOffer(tester.reportCode);
  if (!offer.ok) throw new Error(offer.message);
  const quote = await tester.app.orders.offers.quoteOffer(offer.value, {
    buyerKind: 'company',
    countryId: Number(countryIds['FR']),
    postalCode: '75002',
    city: 'Paris',
    taxId: 'FR12345678900',
    visitor: '192.0.2.1',
  });
  expect(quote).toMatchObject({
    totalCents: Math.round(net * 1.2),
    note: expect.stringContaining('printed on your invoice') as string,
  });
});

test('a buyer on the Canary Islands pays no VAT, with a Spanish number or without', async () => {
  for (const tax_id of ['', 'ESB12345678']) {
    const island = inCountry('ES', { zip: 'E-35 001', tax_id });
    const { number } = await tester.placeOrder(island);
    expect(await tester.getOrder(number)).toMatchObject({ taxKind: 'outside', taxCents: 0 });
  }
});

test('a total that the buyer has not seen is shown first', async () => {
  const net = await listPrice();
  const shown = (net / 100).toFixed(2);
  const placing = tester.placeOrder(inCountry('FR', { total: shown }));
  await expect(placing).rejects.toThrow(/With the tax of your country the total is €/);
  const total = ((net * 1.2) / 100).toFixed(2);
  const { number } = await tester.placeOrder(inCountry('FR', { total }));
  expect(await tester.getOrder(number)).toMatchObject({ taxKind: 'destination', taxCountry: 'FR' });
});

test('another country after coming back is another order, with its own tax', async () => {
  const first = await tester.placeOrder(inCountry('AT'));
  const same = await tester.placeOrder(inCountry('AT'));
  const other = await tester.placeOrder(inCountry('FR'));
  expect(same.number).toBe(first.number);
  expect(other.number).not.toBe(first.number);
  expect(await tester.getOrder(other.number)).toMatchObject({
    taxCountry: 'FR',
    taxBasisPoints: 2000,
  });
});

test('credit notes of refunds in parts give back exactly the tax that was paid', async () => {
  const { number, priceCents } = await tester.buyReport('single-user', inCountry('DE'));
  const { taxCents } = await tester.getOrder(number);
  const parts = [33_333, 12_345, priceCents - 33_333 - 12_345];
  for (const part of parts)
    expect(await tester.refund(number, part, `part ${part}`)).toMatchObject({ ok: true });
  const notes = (await tester.listDocuments()).filter(({ kind }) => kind === 'credit-note');
  const bodies = notes.map(({ body }) => body);
  expect(bodies.map(({ total }) => total)).toEqual(parts);
  expect(bodies.reduce((sum, { tax }) => sum + Number(tax?.amount), 0)).toBe(taxCents);
  const rows = await tester.app.orders.ledger.listRows({});
  const sum = (column: 'net' | 'tax' | 'total') =>
    rows.reduce((cents, row) => cents + Math.round(Number(row[column]) * 100), 0);
  expect(rows).toHaveLength(4);
  expect(rows[0]).toMatchObject({
    order: number,
    country: 'DE',
    tax_percent: '19',
    currency: 'EUR',
  });
  expect([sum('net'), sum('tax'), sum('total')]).toEqual([0, 0, 0]);
  for (const { tax, total } of bodies) expect(Number(tax?.net) + Number(tax?.amount)).toBe(total);
});

test('an upgrade costs the difference of the prices, and its tax', async () => {
  const report = await tester.app.catalogue.reports.getForSale({ code: tester.reportCode });
  const { number } = await tester.buyReport('single-user', inCountry('DE'));
  const difference = Number(report?.prices.multiple) - Number(report?.prices.single);
  const [upgrade] = (await tester.viewOwnOrder(number))?.upgrades ?? [];
  expect(upgrade?.cents).toBe(difference + Math.round(difference * 0.19));
  const { number: next } = await tester.payOrder(await tester.placeUpgrade(number));
  expect(await tester.getOrder(next)).toMatchObject({ listCents: difference, taxKind: 'domestic' });
});

test('a refund that PayPal refused leaves the price of an upgrade as it was', async () => {
  const { number } = await tester.buyReport('single-user', inCountry('DE'));
  const readPrice = async () => (await tester.viewOwnOrder(number))?.upgrades[0]?.cents;
  const before = await readPrice();
  await tester.planPaypalFaults({ refund: ['issue:REFUND_TIME_LIMIT_EXCEEDED'] });
  expect(await tester.refund(number, 11_900)).toMatchObject({ code: 'conflict' });
  expect(await readPrice()).toBe(before);
});

/** The buyer of an order from before the store charged tax. */
async function buyBeforeTax(changes: object) {
  const settings = await tester.app.store.getSettings();
  await tester.app.store.replaceSettings({ ...settings, tax: { kind: 'none' } }, 'test');
  const paid = await tester.buyReport('single-user', changes);
  await tester.app.store.replaceSettings(settings, 'test');
  return paid;
}

test('an upgrade of an order from before the store charged tax asks VIES about the number', async () => {
  const report = await tester.app.catalogue.reports.getForSale({ code: tester.reportCode });
  const { number } = await buyBeforeTax(inCountry('FR', { tax_id: 'FR12345678901' }));
  const difference = Number(report?.prices.multiple) - Number(report?.prices.single);
  const upgrade = await tester.payOrder(await tester.placeUpgrade(number));
  expect(await tester.getOrder(upgrade.number)).toMatchObject({
    taxKind: 'reverse-charge',
    priceCents: difference,
    vatNumberStatus: 'valid',
  });
});

test('where VIES does not know the number, the upgrade is shown with the tax before it is placed', async () => {
  const report = await tester.app.catalogue.reports.getForSale({ code: tester.reportCode });
  const { number } = await buyBeforeTax(inCountry('FR', { tax_id: 'FR12345678900' }));
  const difference = Number(report?.prices.multiple) - Number(report?.prices.single);
  const { own } = tester.app.orders;
  const browser = { browser: buyerSecret };
  const place = (cents: number) => own.placeUpgrade(number, browser, 'multiple-user', { cents });
  expect((await tester.viewOwnOrder(number))?.upgrades[0]?.cents).toBe(difference);
  expect(await place(difference)).toMatchObject({ code: 'invalid' });
  const [shown] = (await tester.viewOwnOrder(number))?.upgrades ?? [];
  expect(shown?.cents).toBe(Math.round(difference * 1.2));
  expect(await place(Number(shown?.cents))).toMatchObject({ ok: true });
});

test('after prices went from net to gross a buyer has paid the gross price in all', async () => {
  const report = await tester.app.catalogue.reports.getForSale({ code: tester.reportCode });
  const { number, priceCents } = await tester.buyReport('single-user', inCountry('DE'));
  const settings = await tester.app.store.getSettings();
  const tax = { ...settings.tax, prices: 'gross' };
  await tester.app.store.replaceSettings({ ...settings, tax }, 'test');
  const upgrade = await tester.payOrder(await tester.placeUpgrade(number));
  expect(priceCents + upgrade.priceCents).toBe(report?.prices.multiple);
});

test('a store in yen asks PayPal for whole yen and refunds them', async () => {
  const settings = await tester.app.store.getSettings();
  const inYen = { ...settings, currency: 'JPY', tax: { kind: 'none' } };
  expect(await tester.app.store.replaceSettings(inYen, 'test')).toMatchObject({ ok: true });
  const yen = await listPrice();
  const { number } = await tester.buyReport('single-user', inCountry('JP'));
  const [charge] = await tester.getPaypalCharges();
  expect(charge).toMatchObject({ value: String(yen) });
  expect(await tester.refund(number, 1000)).toMatchObject({ ok: true });
  expect(await tester.getOrder(number)).toMatchObject({ refundedCents: 1000 });
});

test('a store in rupees sells by bank transfer alone, since PayPal takes none', async () => {
  const settings = await tester.app.store.getSettings();
  const inRupees = { ...settings, currency: 'INR', tax: { kind: 'none' } };
  expect(await tester.app.store.replaceSettings(inRupees, 'test')).toMatchObject({ ok: true });
  const byCard = tester.placeOrder(inCountry('IN'));
  await expect(byCard).rejects.toThrow(
    'PayPal takes no payments in INR. Please choose bank transfer.',
  );
  const offer = await tester.app.orders.offers.getOffer(tester.reportCode);
  expect(offer.ok && offer.value.methods).toEqual(['bank']);
  const { number } = await tester.placeOrder(inCountry('IN', { method: 'bank' }));
  expect(await tester.getState(number)).toBe('awaiting-transfer');
  expect(await tester.app.orders.own.getOwnOrder(number, { browser: buyerSecret })).toMatchObject({
    currency: 'INR',
  });
});

test('an invoice without tax is corrected to another number that counts, and to no other', async () => {
  const { number } = await tester.buyReport(
    'single-user',
    inCountry('FR', { tax_id: 'FR12345678901' }),
  );
  const finance = await addTestStaff(tester.deps.db, 'finance');
  const { staff } = tester.app.orders;
  const invoice = await staff.corrections.getInvoice(finance, number);
  if (!invoice.ok) throw new Error(invoice.message);
  const correct = (tax_id: string) =>
    staff.corrections.correctInvoice(finance, number, {
      ...invoice.value.fields,
      tax_id,
      reason: 'A typo.',
    });
  for (const wrong of ['', 'FR12345678900', 'HRB 4711'])
    expect(await correct(wrong)).toMatchObject({ errors: { tax_id: [expect.anything()] } });
  expect(await correct('fr 12 345 678 902')).toMatchObject({ ok: true });
  expect(await tester.getOrder(number)).toMatchObject({
    taxId: 'FR12345678902',
    vatConsultation: 'WAPI12345678902',
  });
});

test('the credit notes of an order in parts have its whole tax between them, to the cent', async () => {
  const { number, priceCents } = await tester.buyReport('single-user', inCountry('DE'));
  const { taxCents } = await tester.getOrder(number);
  for (const cents of [2, 2, 2, priceCents - 6])
    expect((await tester.refund(number, cents)).ok).toBe(true);
  const credits = (await tester.listDocuments()).filter(({ kind }) => kind === 'credit-note');
  const taxes = credits.map(({ body }) =>
    Math.abs((body as { tax?: { amount: number } }).tax?.amount ?? 0),
  );
  // Two cents have less than half a cent of tax, and six have one.
  expect(taxes.slice(0, 3).reduce((sum, cents) => sum + cents, 0)).toBe(1);
  expect(taxes.reduce((sum, cents) => sum + cents, 0)).toBe(taxCents);
});
