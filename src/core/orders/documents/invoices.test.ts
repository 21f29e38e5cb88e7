import { afterEach, beforeEach, expect, test } from 'vitest';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

test('an invoice is rendered for its own buyer, whatever number another one had before', async () => {
  await buyer.buyReport();
  const { documents } = buyer.app.orders;
  const [first] = await buyer.listDocuments();
  const before = await documents.openDocument(String(first?.token));
  await buyer.deps.db
    .updateTable('orderDocument')
    .set({ number: 'GONE', sequence: 999 })
    .where('id', '=', Number(first?.id))
    .execute();
  await buyer.deps.db.updateTable('orderDocumentSeries').set({ lastSequence: 0 }).execute();
  await buyer.buyReport('multiple-user', { name: 'Other', email: 'other@else.example' });
  const after = await documents.openDocument(String((await buyer.listDocuments()).at(-1)?.token));
  expect(after?.fileKey).not.toBe(before?.fileKey);
});

test('an invoice says what the order says, also where it was edited during the capture', async () => {
  const { number } = await buyer.placeApprovedOrder();
  const { payments } = buyer.deps;
  const { getProviderOrder } = payments;
  let isEdited = false;
  const editDuringCapture: typeof getProviderOrder = async (id) => {
    const providerOrder = await getProviderOrder(id);
    if (!isEdited)
      await buyer.deps.db
        .updateTable('purchase')
        .set({ companyName: 'New GmbH', taxId: 'DE123' })
        .where('number', '=', number)
        .execute();
    isEdited = true;
    return providerOrder;
  };
  Object.assign(payments, { getProviderOrder: editDuringCapture });
  buyer.advanceClock(31_000);
  await buyer.reconcile();
  Object.assign(payments, { getProviderOrder });
  const [invoice] = await buyer.listDocuments();
  expect(JSON.stringify(invoice?.body)).toContain((await buyer.getOrder(number)).companyName);
});

test('an invoice is corrected by another one that names it, and never edited', async () => {
  const { number } = await buyer.buyReport();
  const [first] = await buyer.listDocuments();
  const finance = await addTestStaff(buyer.deps.db, 'finance');
  const { staff, ledger } = buyer.app.orders;
  const invoice = await staff.corrections.getInvoice(finance, number);
  if (!invoice.ok) throw new Error(invoice.message);
  const same = { ...invoice.value.fields, reason: 'The name was wrong.' };
  const correct = (form: object) =>
    staff.corrections.correctInvoice(finance, number, { ...same, ...form });
  expect(await correct({})).toMatchObject({ code: 'conflict' });
  expect(await correct({ company: 'New Ltd', reason: '' })).toMatchObject({ code: 'invalid' });
  const sales = await addTestStaff(buyer.deps.db, 'sales');
  expect(await staff.corrections.correctInvoice(sales, number, same)).toMatchObject({
    code: 'forbidden',
  });
  expect(await correct({ company: 'New Ltd' })).toMatchObject({ ok: true });
  expect(await correct({ company: 'Newer Ltd' })).toMatchObject({ ok: true });
  const [kept, second, third] = await buyer.listDocuments();
  expect(kept).toEqual(first);
  expect(second).toMatchObject({
    sequence: 2,
    body: { refersTo: first?.number, total: first?.body.total },
  });
  expect(third?.body).toMatchObject({ refersTo: second?.number, buyer: { company: 'Newer Ltd' } });
  expect(third?.body.notes[0]).toBe(
    `This invoice corrects and replaces ${second?.number}: The name was wrong.`,
  );
  expect(third?.body.notes.filter((note) => note.includes('corrects'))).toHaveLength(1);
  await buyer.refund(number, 100);
  const creditNote = (await buyer.listDocuments()).at(-1)?.body;
  expect(creditNote?.refersTo).toBe(third?.number);
  expect(first?.body.notes).toContain('Delivered electronically.');
  expect(creditNote?.notes).not.toContain('Delivered electronically.');
  const rows = await ledger.listRows({});
  expect(rows.slice(0, 3).map(({ kind, total }) => [kind, total])).toMatchObject([
    ['invoice', expect.not.stringMatching(/^0$/)],
    ['corrected-invoice', '0'],
    ['corrected-invoice', '0'],
  ]);
});
