import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  buyerProof,
  openLicenceTester,
  type LicenceTester,
} from '../../../test/support/test-licences.ts';
import { addTestStaff, testProgram } from '../../../test/support/test-staff.ts';

let tester: LicenceTester;
let finance: Awaited<ReturnType<typeof addTestStaff>>;
beforeEach(async () => {
  tester = await openLicenceTester();
  finance = await addTestStaff(tester.deps.db, 'finance');
});
afterEach(() => tester.close());

/** Staff correct an order's invoice: what is given, and all else as it was. */
async function correctInvoice(number: string, changes: object) {
  const { staff } = tester.app.orders;
  const invoice = await staff.corrections.getInvoice(finance, number);
  if (!invoice.ok) throw new Error(invoice.message);
  const form = { ...invoice.value.fields, reason: 'The name was wrong.', ...changes };
  const corrected = await staff.corrections.correctInvoice(finance, number, form);
  if (!corrected.ok) throw new Error(corrected.message);
  return corrected.value;
}

const acme = { name: 'Ada Acme', company: 'Acme Ltd', address: 'New street 1\n8001 Zürich' };
const acmeOnPaper = {
  name: 'Ada Acme',
  company: 'Acme Ltd',
  address: ['New street 1', '8001 Zürich'],
};

const listBodies = async (number: string) => {
  const { id } = await tester.getOrder(number);
  return (await tester.listDocuments())
    .filter(({ purchaseId }) => purchaseId === id)
    .map(({ body }) => body);
};

test('after a correction the certificate, the credit note and the order name the new buyer', async () => {
  const { number } = await tester.buyReport();
  await correctInvoice(number, acme);
  const view = await tester.viewOwnOrder(number);
  const { certificates, refunds, staff } = tester.app.orders;
  expect(await certificates.verifyCertificate(String(view?.certificateToken))).toMatchObject({
    certificate: { holder: { name: 'Ada Acme', company: 'Acme Ltd' } },
  });
  await refunds.refundOrder(testProgram, number, { amountCents: 100, reason: 'a discount' });
  expect((await listBodies(number)).at(-1)).toMatchObject({
    kind: 'credit-note',
    buyer: acmeOnPaper,
  });
  expect(await staff.details.getOrder(finance, number)).toMatchObject({
    value: {
      buyer: { name: 'Ada Acme', companyName: 'Acme Ltd' },
      contact: { address: acmeOnPaper.address },
    },
  });
  expect(await staff.lists.listOrders(finance, { search: 'Acme' })).toMatchObject({
    value: { rows: [{ number }] },
  });
});

test('an upgrade is invoiced to the corrected buyer, whether it was placed before or after', async () => {
  const base = await tester.buyReport();
  const placed = await tester.openUpgrade(base.number, 'multiple-user');
  await correctInvoice(base.number, acme);
  const upgrade = await tester.payOrder(placed);
  expect((await listBodies(upgrade.number))[0]?.buyer).toMatchObject(acmeOnPaper);
  const next = await tester.payOrder(await tester.openUpgrade(upgrade.number, 'corporate-user'));
  expect((await listBodies(next.number))[0]?.buyer).toMatchObject(acmeOnPaper);
});

test('an invoiced upgrade stays as it was invoiced when the order before it is corrected', async () => {
  const base = await tester.buyReport();
  const upgrade = await tester.payOrder(await tester.openUpgrade(base.number, 'multiple-user'));
  const { companyName } = await tester.getOrder(upgrade.number);
  await correctInvoice(base.number, acme);
  expect((await tester.getOrder(upgrade.number)).companyName).toBe(companyName);
});

test('"send the document" sends the last correction, also where the replaced invoice is named', async () => {
  const { number } = await tester.buyReport();
  const [first] = await tester.listDocuments();
  await correctInvoice(number, acme);
  const last = await correctInvoice(number, { company: 'Acme Holding Ltd' });
  const { staff } = tester.app.orders;
  for (const named of [undefined, first?.number, last.number])
    expect(await staff.documents.issueDocument(finance, number, named)).toMatchObject({
      value: { number: last.number },
    });
  const view = await tester.viewOwnOrder(number);
  expect(view?.documents.map(({ replacedBy }) => replacedBy)).toEqual([
    last.number,
    last.number,
    undefined,
  ]);
});

test('the receipt of an order that is corrected before its delivery links the corrected invoice', async () => {
  const { number, providerId } = await tester.placeApprovedOrder();
  await tester.app.orders.checkoutReturn.completeCheckout(providerId, buyerProof.browser);
  const corrected = await correctInvoice(number, acme);
  const { id } = await tester.getOrder(number);
  await tester.app.orders.jobs['orders.deliver']({ purchaseId: id });
  const [receipt] = await tester.listEmailTexts('Your receipt');
  expect(receipt).toContain(corrected.number);
  expect(receipt).toContain('Ada Acme');
});

test('a corrected invoice names the address that the order has by now', async () => {
  const { number } = await tester.buyReport();
  const { emailChange } = tester.app.orders;
  await emailChange.changeOrderEmail(testProgram, number, 'new@example.com');
  await correctInvoice(number, acme);
  expect((await listBodies(number)).at(-1)?.buyer.email).toBe('new@example.com');
});

test('an unpaid upgrade follows the order to another email address', async () => {
  const base = await tester.buyReport();
  const upgrade = await tester.openUpgrade(base.number, 'multiple-user');
  await tester.app.orders.emailChange.changeOrderEmail(testProgram, base.number, 'new@example.com');
  expect((await tester.getOrder(upgrade.number)).email).toBe('new@example.com');
});
