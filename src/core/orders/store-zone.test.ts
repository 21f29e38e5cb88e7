import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StaffActor } from '#core/staff/model.ts';
import { addTestStaff, testProgram } from '../../../test/support/test-staff.ts';
import { hours, openOrderTester, type OrderTester } from '../../../test/support/test-orders.ts';

/** Half past midnight on 1 January in Pune, while it is still 31 December in UTC. */
const newYear = new Date('2026-12-31T19:00:00Z');

let tester: OrderTester;
let owner: StaffActor;
let inIndia: object;
beforeEach(async () => {
  tester = await openOrderTester();
  owner = await addTestStaff(tester.deps.db, 'owner');
  const countries = await tester.app.content.listCountries();
  inIndia = { country: String(countries.find(({ iso2 }) => iso2 === 'IN')?.id), tax_id: '' };
  const source = 'a test';
  const rates = [
    { country: 'IN', percent: 18, from: '2020-01-01', source },
    { country: 'IN', percent: 12, from: '2027-01-01', source },
  ];
  const tax = { kind: 'vat', country: 'IN', number: '27AAPFU0939F1ZV', prices: 'net', rates };
  await change({ tax, timeZone: 'Asia/Kolkata' });
  await tester.passTime(newYear.getTime() - tester.deps.clock().getTime());
});
afterEach(() => tester?.close());

async function change(settings: object): Promise<void> {
  const before = await tester.app.store.getSettings();
  const replaced = await tester.app.store.replaceSettings({ ...before, ...settings }, 'test');
  expect(replaced).toMatchObject({ ok: true });
}

test('an order of half past midnight is one of the new year, in all that names its day', async () => {
  const { orders } = tester.app;
  const { number } = await tester.buyReport('single-user', inIndia);
  expect(await tester.getOrder(number)).toMatchObject({
    taxBasisPoints: 1200,
    paidOn: '2027-01-01',
  });
  await tester.refund(number, 100);
  const [invoice, creditNote] = await tester.listDocuments();
  expect(invoice).toMatchObject({ number: 'INV-2027-000001', issuedOn: '2027-01-01' });
  expect(invoice?.body).toMatchObject({ date: '1 Jan 2027', paid: { on: '1 Jan 2027' } });
  expect(creditNote).toMatchObject({ number: 'CN-2027-000001', issuedOn: '2027-01-01' });
  const january = { from: '2027-01-01', until: '2027-01-31' };
  expect((await orders.ledger.listRows(january)).map(({ date, kind }) => [date, kind])).toEqual([
    ['2027-01-01', 'invoice'],
    ['2027-01-01', 'credit-note'],
  ]);
  expect(await orders.ledger.listRows({ until: '2026-12-31' })).toEqual([]);
  const revenue = { ...january, step: 'day' } as const;
  expect(await orders.staff.revenue.getRevenue(owner, revenue)).toMatchObject({
    value: { orders: 1, refundedCents: 100, steps: { 0: { start: '2027-01-01', orders: 1 } } },
  });
  for (const [day, total] of [['2027-01-01', 1] as const, ['2027-01-02', 0] as const])
    expect(
      await orders.staff.lists.listOrders(owner, { paidFrom: day, refundedFrom: day }),
    ).toMatchObject({ value: { total } });
  const view = await tester.viewOwnOrder(number);
  expect(await orders.certificates.verifyCertificate(String(view?.certificateToken))).toMatchObject(
    { certificate: { date: '1 Jan 2027' } },
  );
});

test('the year that ends has the tax and the numbers of its last half hour', async () => {
  tester.advanceClock(-hours(1));
  const { number } = await tester.buyReport('single-user', inIndia);
  expect(await tester.getOrder(number)).toMatchObject({
    taxBasisPoints: 1800,
    paidOn: '2026-12-31',
  });
  expect(await tester.listDocuments()).toMatchObject([{ number: 'INV-2026-000001' }]);
});

test('another zone moves nothing that was issued, and no number comes twice or is left out', async () => {
  const { orders } = tester.app;
  const first = await tester.buyReport('single-user', inIndia);
  const token = String((await tester.viewOwnOrder(first.number))?.certificateToken);
  const before = {
    documents: await tester.listDocuments(),
    certificate: await orders.certificates.verifyCertificate(token),
  };
  await change({ timeZone: 'America/New_York' });
  await tester.buyReport('multiple-user', inIndia);
  await change({ timeZone: 'Asia/Kolkata' });
  await tester.buyReport('corporate-user', inIndia);
  const documents = await tester.listDocuments();
  expect(documents.slice(0, 1)).toEqual(before.documents);
  expect(await orders.certificates.verifyCertificate(token)).toEqual(before.certificate);
  expect(documents.map(({ number, issuedOn, body }) => [number, issuedOn, body.date])).toEqual([
    ['INV-2027-000001', '2027-01-01', '1 Jan 2027'],
    ['INV-2026-000001', '2026-12-31', '31 Dec 2026'],
    ['INV-2027-000002', '2027-01-01', '1 Jan 2027'],
  ]);
  const dates = (await orders.ledger.listRows({})).map(({ date }) => date);
  expect(dates).toEqual(['2026-12-31', '2027-01-01', '2027-01-01']);
});

test('money is sent back by hand on the day of the payment at the earliest, as the store has days', async () => {
  const { number } = await tester.buyReport('single-user', inIndia);
  const sendBack = (sentOn: string) =>
    tester.app.orders.refunds.refundOrder(testProgram, number, {
      amountCents: 100,
      reason: 'goodwill',
      outside: { way: 'cheque', sentOn, reference: '' },
    });
  expect(await sendBack('2026-12-31')).toMatchObject({ errors: { sent_on: [expect.anything()] } });
  expect((await sendBack('2027-01-01')).ok).toBe(true);
});

test('a transfer is awaited until the last day that was printed is over', async () => {
  const { number } = await tester.placeOrder({ ...inIndia, method: 'bank' });
  const [proForma] = await tester.listDocuments();
  expect(proForma).toMatchObject({ number: 'PF-2027-000001' });
  expect(proForma?.body.notes[0]).toContain('Please transfer by 2 Mar 2027.');
  expect(await tester.viewOwnOrder(number)).toMatchObject({ transferDueOn: '2027-03-02' });
  await tester.sendDueEmails();
  expect(tester.emails.find(({ text }) => text?.includes('Please transfer by'))?.text).toContain(
    'Please transfer by: 2 Mar 2027',
  );
  const endOfLastDay = new Date('2027-03-02T18:30:00Z').getTime();
  await tester.passTime(endOfLastDay - 1000 - tester.deps.clock().getTime());
  await tester.reconcile();
  expect(await tester.getState(number)).toBe('awaiting-transfer');
  await tester.passTime(1000);
  await tester.reconcile();
  expect(await tester.getState(number)).toBe('expired');
});
