import { afterEach, beforeEach, expect, test } from 'vitest';
import { buyerSecret } from '../../../test/support/test-buyer.ts';
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
  Number((await tester.app.catalogue.getReportForSale({ code: tester.reportCode }))?.prices.single);

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
  ['FR123', /This is not a VAT number of your country/],
  ['DE123456789', /This is not a VAT number of your country/],
  ['FR12345678900', /VIES knows no such VAT number/],
])('the number %s is refused at its field, and nothing is ordered', async (tax_id, sentence) => {
  await expect(tester.placeOrder(inCountry('FR', { tax_id }))).rejects.toThrow(sentence);
  const orders = await tester.deps.db.selectFrom('purchase').selectAll().execute();
  expect(orders).toEqual([]);
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
  const rows = await tester.app.orders.ledger.listRows(new Date(0), new Date('2100-01-01'));
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
  const report = await tester.app.catalogue.getReportForSale({ code: tester.reportCode });
  const { number } = await tester.buyReport('single-user', inCountry('DE'));
  const difference = Number(report?.prices.multiple) - Number(report?.prices.single);
  const [upgrade] = (await tester.viewOwnOrder(number))?.upgrades ?? [];
  expect(upgrade?.cents).toBe(difference + Math.round(difference * 0.19));
  const { number: next } = await tester.payOrder(await tester.placeUpgrade(number));
  expect(await tester.getOrder(next)).toMatchObject({ listCents: difference, taxKind: 'domestic' });
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
