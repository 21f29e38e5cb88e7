import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StaffActor } from '#core/staff/model.ts';
import { billing } from '../../../../test/support/test-buyer.ts';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { addTestStaff } from '../../../../test/support/test-staff.ts';
import type { CallEntry, TimelineEntry } from './timeline.model.ts';

let buyer: OrderTester;
let finance: StaffActor;
beforeEach(async () => {
  buyer = await openOrderTester();
  finance = await addTestStaff(buyer.deps.db, 'finance');
});
afterEach(() => buyer.close());

async function readTimeline(number: string, actor = finance): Promise<readonly TimelineEntry[]> {
  const order = await buyer.app.orders.staff.details.getOrder(actor, number);
  if (!order.ok) throw new Error(order.message);
  return order.value.timeline;
}
const isCall = (entry: TimelineEntry): entry is CallEntry => entry.source === 'provider';

test('F18: the timeline lists every provider call, in order', async () => {
  const requests = vi.spyOn(globalThis, 'fetch');
  const { number, priceCents } = await buyer.buyReport();
  await buyer.deliverWebhooks();
  await buyer.planPaypalFaults({ refund: ['500'] });
  await buyer.app.orders.refunds.refundOrder(finance, number, {
    amountCents: priceCents,
    reason: 'Goodwill',
  });
  buyer.advanceClock(10_000);
  await buyer.reconcile();
  const sent = requests.mock.calls
    .map(([input]) => new Request(input).url)
    .filter((url) => url.includes('/v2/'));
  requests.mockRestore();
  const timeline = await readTimeline(number);
  const calls = timeline.filter(isCall);
  const sentCalls = calls.filter(({ direction }) => direction === 'sent');
  expect(sentCalls.reduce((sum, { times }) => sum + times, 0)).toBe(sent.length);
  expect(calls.filter(({ what }) => what !== 'webhook').map(({ what }) => what)[0]).toBe(
    'create-order',
  );
  expect(
    calls.filter(({ what }) => what === 'refund').map(({ status, facts }) => [status, facts]),
  ).toEqual([
    ['unknown', expect.objectContaining({ reason: expect.stringContaining('500') })],
    ['refunded', expect.objectContaining({ providerStatus: 'COMPLETED' })],
  ]);
  const times = timeline.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(new Set(timeline.map(({ source }) => source))).toEqual(
    new Set(['provider', 'order', 'document', 'email', 'staff']),
  );
});

test('downloads, emails and what staff did stand in the timeline; viewers see nobody’s address', async () => {
  const { number } = await buyer.buyReport();
  const [file] = (await buyer.viewOwnOrder(number))?.files ?? [];
  const proof = { browser: 'b'.repeat(64) };
  await buyer.app.orders.downloads.openDownload(String(file?.token), proof, 'full', '192.0.2.1');
  const { emailChange, staff } = buyer.app.orders;
  await emailChange.changeOrderEmail(finance, number, 'new@company.example');
  const timeline = await readTimeline(number);
  expect(timeline.find(({ source }) => source === 'download')).toMatchObject({ reader: null });
  expect(timeline).toContainEqual(
    expect.objectContaining({ source: 'email', recipient: 'new@company.example' }),
  );
  expect(timeline).toContainEqual(
    expect.objectContaining({ source: 'staff', verb: 'order.change-address' }),
  );
  expect(JSON.stringify(timeline)).toContain(billing.email);
  const viewer = await addTestStaff(buyer.deps.db, 'viewer');
  const seen = JSON.stringify(await staff.details.getOrder(viewer, number));
  for (const personal of [billing.email, 'new@company.example', billing.name, billing.mobile_no])
    expect(seen).not.toContain(personal);
  expect(seen).not.toContain('token');
});

test('an email is sent again to an address of the order, and to no earlier one', async () => {
  const { number } = await buyer.buyReport();
  const { staff, emailChange } = buyer.app.orders;
  const sales = await addTestStaff(buyer.deps.db, 'sales');
  const order = await staff.details.getOrder(sales, number);
  const [receipt] = order.ok ? order.value.emails : [];
  expect(receipt).toMatchObject({ recipient: billing.email, canResend: true });
  const emailId = receipt?.id ?? 0;
  expect((await staff.emails.resendEmail(sales, number, emailId)).ok).toBe(true);
  const subjects = await buyer.emailSubjectsTo(billing.email);
  expect(subjects).toEqual([receipt?.subject, receipt?.subject]);
  await buyer.sendDueEmails();
  expect(new Set(buyer.emails.map(({ messageId }) => messageId)).size).toBe(2);
  await emailChange.changeOrderEmail(finance, number, 'new@company.example');
  expect(await staff.emails.resendEmail(sales, number, emailId)).toMatchObject({
    code: 'conflict',
  });
  const other = await buyer.buyReport('multiple-user');
  expect(await staff.emails.resendEmail(sales, other.number, emailId)).toMatchObject({
    code: 'not-found',
  });
});

test('an email whose download links were renewed or have ended is not sent again', async () => {
  const { number } = await buyer.buyReport();
  const { staff, resendLinks } = buyer.app.orders;
  const sales = await addTestStaff(buyer.deps.db, 'sales');
  const sendAgain = async (subject: string) => {
    const order = await staff.details.getOrder(sales, number);
    const emails = order.ok ? order.value.emails : [];
    const email = emails.find((sent) => sent.subject.startsWith(subject));
    return staff.emails.resendEmail(sales, number, email?.id ?? 0);
  };
  const refusal = { message: 'Its download links no longer work: renew the links.' };
  buyer.advanceClock(1000);
  expect(await resendLinks.resendLinksForStaff(sales, number)).toMatchObject({ ok: true });
  expect(await sendAgain('Your receipt')).toMatchObject({ code: 'conflict', ...refusal });
  expect(await sendAgain('New download links')).toMatchObject({ ok: true });
  buyer.advanceClock(400 * 86_400_000);
  expect(await sendAgain('New download links')).toMatchObject({ code: 'conflict', ...refusal });
});

test('a document is emailed again as it was issued, and an order without a payment has none', async () => {
  const { number } = await buyer.buyReport();
  const { staff } = buyer.app.orders;
  const [invoice] = await buyer.listDocuments();
  const issued = await staff.documents.issueDocument(finance, number);
  expect(issued).toMatchObject({ value: { number: invoice?.number } });
  expect(await buyer.listDocuments()).toHaveLength(1);
  expect(await buyer.countEmails(billing.email, `Invoice ${invoice?.number}`)).toBe(1);
  expect(await staff.documents.issueDocument(finance, number, 'INV-0')).toMatchObject({
    code: 'not-found',
  });
  const unpaid = await buyer.placeOrder({ type: 'multiple-user' });
  expect(await staff.documents.issueDocument(finance, unpaid.number)).toMatchObject({
    code: 'conflict',
  });
});
