import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IssueClass } from '#adapters/payments/paypal/issue-classes.ts';
import { issueClasses, type ClassifiedOperation } from '#adapters/payments/paypal/issue-classes.ts';
import { billing } from '../support/billing.ts';
import { listEmailsTo } from '../support/emails.ts';
import { approvePayment, callPaypalControl, getPaypalLedger } from '../support/paypal.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openAttacker, type Attacker, type AttackerSession } from '../security/attacker.ts';
import {
  openAdminTestServer,
  type AdminClient,
  type AdminTestServer,
} from './admin-test-client.ts';

let store: Attacker;
let admin: AdminTestServer;
let finance: AdminClient;
beforeAll(async () => {
  store = await openAttacker({ template: 'small' });
  admin = openAdminTestServer(store.server);
  finance = await admin.signIn('finance');
  await control('webhooks', { mode: 'drop' });
});
afterAll(() => store?.close());

const control = (name: string, body: object) =>
  callPaypalControl(store.server.paypalUrl, name, body);
const plan = (faults: Record<string, string[]>) => control('faults', faults);
/** For as long as anybody asks in a test. */
const often = (fault: string): string[] => Array.from({ length: 200 }, () => fault);

/** A new buyer with an order of theirs, in their browser. */
type Walk = {
  readonly email: string;
  readonly session: AttackerSession;
  readonly placed: Response;
};

let buyers = 0;
async function order(): Promise<Walk> {
  buyers++;
  const email = `walk-${buyers}@${billing.email.split('@')[1]}`;
  const session = store.openSession(`buyer=${String(buyers).padStart(64, 'b')}`);
  const placed = await store.submitCheckout(session, { email });
  return { email, session, placed };
}

const findOrder = (email: string) =>
  store.server.db
    .selectFrom('purchase')
    .selectAll()
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();

/** Buys, with these faults from the approval on; answers the page to which PayPal leads back. */
async function pay(
  faults: (token: string) => Record<string, string[]>,
  choice: 'pay' | 'decline' = 'pay',
) {
  const placedOrder = await order();
  const approvalUrl = placedOrder.placed.headers.get('location') ?? '';
  const token = new URL(approvalUrl).searchParams.get('token') ?? '';
  await approvePayment(approvalUrl, choice);
  await plan(faults(token));
  const returned = await placedOrder.session.request(`/payment-success?token=${token}`);
  const { number, id } = await findOrder(placedOrder.email);
  return {
    ...placedOrder,
    token,
    number,
    id,
    status: returned.status,
    html: await returned.text(),
  };
}

/** Returns the text of a page. */
const readText = (html: string): string =>
  html
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ');
const readPage = async (session: AttackerSession, number: string): Promise<string> =>
  readText(await (await session.request(`/payment-success?order=${number}`)).text());
const readOffice = async (number: string): Promise<string> =>
  readText(await finance.readText(`/admin/orders/${number}`));
const listSubjects = async (email: string): Promise<string[]> =>
  (await listEmailsTo(store.server.mailboxUrl, email)).map(({ subject }) => subject);
const waitForSubject = (email: string, subject: string) =>
  waitUntil(`${email} gets “${subject}”`, async () =>
    (await listSubjects(email)).some((one) => one.startsWith(subject)),
  );
const waitForState = (number: string, state: string) =>
  waitUntil(`${number} is ${state}`, async () => {
    const found = store.server.db.selectFrom('purchase').select('state');
    return (await found.where('number', '=', number).executeTakeFirstOrThrow()).state === state;
  });
const countCharges = async (id: number): Promise<number> =>
  (await getPaypalLedger(store.server.paypalUrl)).charges.filter((charge) =>
    charge.custom_id.includes(`-${id}-`),
  ).length;

/** The reasons with which the order's row stands in Needs attention. */
async function readReasons(number: string): Promise<string[]> {
  const html = await finance.readText('/admin/attention');
  const rows = html.split('<tr').filter((row) => row.includes(number));
  return rows.map(readText);
}

/** As if everything about the order had happened a quarter of an hour earlier. */
async function age(id: number): Promise<void> {
  const { db } = store.server;
  const past = sql<Date>`${new Date(Date.now() - 16 * 60_000)}::timestamptz`;
  await db
    .updateTable('purchase')
    .set((eb) => ({
      capturingSince: eb.case().when('state', '=', 'capturing').then(past).else(null).end(),
      claimedUntil: eb.case().when('claimedUntil', 'is not', null).then(past).end(),
    }))
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('paymentAttempt')
    .set((eb) => ({
      lastUnknownAnswerAt: eb.case().when('lastUnknownAnswerAt', 'is not', null).then(past).end(),
      nextPollAt: past,
    }))
    .where('purchaseId', '=', id)
    .execute();
}

const wasWalked = new Set<string>();
/** Notes that a class of an operation is walked; the issue has to be of that class. */
function walk(operation: ClassifiedOperation, issueClass: IssueClass, issue: string): string {
  expect([issue, issueClasses[operation][issue]?.class]).toEqual([issue, issueClass]);
  wasWalked.add(`${operation} ${issueClass}`);
  return `issue:${issue}`;
}

test('create, no: the buyer reads that nothing was charged and how else to pay; the office why', async () => {
  await plan({ create: [walk('create', 'no', 'PAYEE_ACCOUNT_RESTRICTED')] });
  const { email, placed } = await order();
  const text = readText(await placed.text());
  expect(text).toContain('Failed to initiate PayPal checkout');
  expect(text).toContain('Nothing was charged, and your order is saved.');
  expect(text).toContain('or choose bank transfer below');
  const { number } = await findOrder(email);
  const office = await readOffice(number);
  expect(office).toContain('PayPal did not start the payment: our account or our request');
  expect(office).toContain('PAYEE_ACCOUNT_RESTRICTED');
  const [row = '', ...others] = await readReasons(number);
  expect(row).toContain('PayPal refuses us');
  expect(row).toContain('See the order');
  expect(others).toEqual([]);
  expect(await listSubjects(email)).toEqual([]);
});

test('create, no, for the payer’s reason: nobody of ours is called', async () => {
  await plan({ create: [walk('create', 'no', 'COMPLIANCE_VIOLATION')] });
  const { email, placed } = await order();
  expect(readText(await placed.text())).toContain('Nothing was charged');
  const { number } = await findOrder(email);
  expect(await readOffice(number)).toContain('COMPLIANCE_VIOLATION');
  expect(await readReasons(number)).toEqual([]);
});

test('create, ask: an order whose number is taken is over, and the buyer’s next try is another one', async () => {
  await plan({ create: [walk('create', 'ask', 'DUPLICATE_INVOICE_ID')] });
  const { email, placed, session } = await order();
  expect(readText(await placed.text())).toContain('Nothing was charged');
  const { number } = await findOrder(email);
  expect(await readPage(session, number)).toContain('takes none for this order any more');
  expect(await readOffice(number)).toContain('DUPLICATE_INVOICE_ID');
  expect(await readReasons(number)).toEqual([]);
  const again = await store.submitCheckout(session, { email });
  expect(again.status).toBe(303);
  expect((await findOrder(email)).number).not.toBe(number);
});

test('capture, no: the buyer reads that nothing was charged and is emailed; the office why', async () => {
  const issue = walk('capture', 'no', 'TRANSACTION_REFUSED');
  const { email, number, session, status, html, id } = await pay((token) => ({
    [`capture ${token}`]: [issue],
  }));
  expect(status).toBe(409);
  expect(readText(html)).toContain('nothing was charged. Please try another one.');
  expect(html).toContain('Checkout, or pay by bank transfer');
  await waitForSubject(email, `Payment failed for order ${number}`);
  expect(await readPage(session, number)).toContain('nothing was charged');
  const office = await readOffice(number);
  expect(office).toContain('Payment declined');
  expect(office).toContain('TRANSACTION_REFUSED');
  await age(id);
  expect(await readReasons(number)).toEqual([]);
  expect(await countCharges(id)).toBe(0);
});

test.each([
  ['our account', 'PAYEE_NOT_ENABLED_FOR_CARD_PROCESSING', true],
  ['our request', 'INVALID_PARAMETER_VALUE', true],
  ['what PayPal does not document', 'NOBODY_KNOWS_THIS', false],
] as const)(
  'capture, no, because of %s: the buyer reads that the fault is ours, and staff see it',
  async (_, name, isDocumented) => {
    const issue = isDocumented ? walk('capture', 'no', name) : `issue:${name}`;
    const { email, number, session, status, html, id } = await pay((token) => ({
      [`capture ${token}`]: [issue],
    }));
    expect(status).toBe(409);
    const text = readText(html);
    expect(text).toContain('the fault is ours, not that of your card or account');
    expect(text).toContain('Nothing was charged.');
    expect(text).not.toMatch(/declined|another one/);
    expect(html).toContain('Checkout, or pay by bank transfer');
    expect(await readPage(session, number)).toContain('the fault is ours');
    await waitForSubject(email, `Payment failed for order ${number}`);
    const [sent] = await listEmailsTo(store.server.mailboxUrl, email);
    expect(sent?.text).toContain('The reason lies with our account at PayPal');
    expect(sent?.text).not.toContain('another card');
    const office = await readOffice(number);
    expect(office).toContain('PayPal refused the payment: our account or our request');
    expect(office).toContain(name);
    const [row = '', ...others] = await readReasons(number);
    expect(row).toContain('PayPal refuses us');
    expect(row).toContain('nothing was charged');
    expect(row).toContain('See the order');
    expect(others).toEqual([]);
    expect(await countCharges(id)).toBe(0);
    // Mended at PayPal: the buyer tries again, and it is over.
    const again = await store.submitCheckout(session, { email });
    const approvalUrl = again.headers.get('location') ?? '';
    await approvePayment(approvalUrl);
    const token = new URL(approvalUrl).searchParams.get('token') ?? '';
    await session.request(`/payment-success?token=${token}`);
    await waitForState(number, 'fulfilled');
    expect(await readReasons(number)).toEqual([]);
    expect(await countCharges(id)).toBe(1);
  },
);

test('capture, no, under a number that is taken: no word of checking, and the order is over', async () => {
  const issue = walk('capture', 'no', 'DUPLICATE_INVOICE_ID');
  const { email, number, session, status, html, id } = await pay((token) => ({
    [`capture ${token}`]: [issue],
  }));
  expect(status).toBe(409);
  const text = readText(html);
  expect(text).toContain('takes none for this order any more. Nothing was charged.');
  expect(text).not.toMatch(/checking|pay again/);
  await waitForSubject(email, `Payment failed for order ${number}`);
  expect(await readPage(session, number)).toContain('Please order once more.');
  expect(await readOffice(number)).toContain('DUPLICATE_INVOICE_ID');
  await age(id);
  expect(await readReasons(number)).toEqual([]);
});

test.each([
  ['INSTRUMENT_DECLINED', 'was declined: nothing was charged', 'Pay another way at PayPal', true],
  ['ORDER_NOT_APPROVED', 'was not approved: nothing was charged', 'Back to PayPal', false],
] as const)(
  'capture, again (%s): the buyer goes back to PayPal, and pays there',
  async (name, sentence, link, isEmailed) => {
    const issue = walk('capture', 'again', name);
    // PayPal's own page has this one; the order's approval is over then, as it is there.
    const isDecline = name === 'INSTRUMENT_DECLINED';
    const { email, number, token, session, html, id } = await pay(
      (of) => (isDecline ? {} : { [`capture ${of}`]: [issue] }),
      isDecline ? 'decline' : 'pay',
    );
    expect(readText(html)).toContain(sentence);
    if (isDecline) expect(await readOffice(number)).toContain(name);
    expect(html).toContain(link);
    if (isEmailed) await waitForSubject(email, `Payment failed for order ${number}`);
    await age(id);
    expect(await readReasons(number)).toEqual([]);
    const approvalUrl = /href="([^"]+token=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(approvalUrl).toContain(token);
    await approvePayment(approvalUrl);
    await session.request(`/payment-success?token=${token}`);
    await waitForState(number, 'fulfilled');
    expect(await readOffice(number)).toContain('Delivered');
    expect(await countCharges(id)).toBe(1);
  },
);

test('capture, ask: PayPal’s record decides; until then the buyer pays nothing again', async () => {
  const issue = walk('capture', 'ask', 'ORDER_ALREADY_CAPTURED');
  const { email, number, session, status, html, id } = await pay((token) => ({
    [`capture ${token}`]: [issue],
  }));
  expect(status).toBe(202);
  expect(readText(html)).toContain("You don't need to pay again");
  expect(await readOffice(number)).toContain('No clear answer about the payment');
  await age(id);
  await waitForState(number, 'fulfilled');
  await waitForSubject(email, 'Your receipt for order');
  expect(await readPage(session, number)).not.toContain('checking');
  expect(await countCharges(id)).toBe(1);
});

test('get, no: an order that PayPal does not know is not paid, once nothing can arrive any more', async () => {
  const missing = walk('get', 'no', 'INVALID_RESOURCE_ID');
  const { email, number, session, html, id } = await pay((token) => ({
    [`capture ${token}`]: ['reset'],
    [`get ${token}`]: often(missing),
  }));
  expect(readText(html)).toContain("You don't need to pay again");
  await age(id);
  await waitForState(number, 'awaiting-approval');
  await waitForSubject(email, `Payment failed for order ${number}`);
  expect(await readPage(session, number)).toContain('nothing was charged');
  expect(await readOffice(number)).toContain('No clear answer about the payment');
  expect(await readReasons(number)).toEqual([]);
  expect(await countCharges(id)).toBe(0);
});

test('get, again: what is not known after a quarter of an hour stands in Needs attention', async () => {
  const again = walk('get', 'again', 'INVALID_ACCOUNT_STATUS');
  const { email, number, session, html, id } = await pay((token) => ({
    [`capture ${token}`]: ['lose-answer'],
    [`get ${token}`]: often(again),
  }));
  expect(readText(html)).toContain("You don't need to pay again");
  expect(await readReasons(number)).toEqual([]);
  await age(id);
  const [row, ...others] = await readReasons(number);
  expect(row).toContain('Payment unconfirmed');
  expect(row).toContain('Ask PayPal now');
  expect(others).toEqual([]);
  expect(await readPage(session, number)).toContain('We are checking your payment');
  await plan({});
  const asked = await finance.post(`/admin/orders/${number}`, { intent: 'sync' });
  expect(asked.status).toBe(303);
  await waitForState(number, 'fulfilled');
  await waitForSubject(email, 'Your receipt for order');
  expect(await readReasons(number)).toEqual([]);
  expect(await countCharges(id)).toBe(1);
});

/** A paid and delivered order, and what the office posts to refund ten dollars of it. */
async function buyToRefund() {
  const bought = await pay(() => ({}));
  await waitForState(bought.number, 'fulfilled');
  await waitForSubject(bought.email, 'Your receipt for order');
  const refund = (amount: string) =>
    finance.post(`/admin/orders/${bought.number}/refund`, {
      intent: 'refund',
      reason: 'Goodwill',
      place: '1',
      amount,
    });
  return { ...bought, refund };
}

test('refund, no: the form says what PayPal says, and the buyer’s order stays as it is', async () => {
  const { email, number, session, refund } = await buyToRefund();
  await plan({ refund: [walk('refund', 'no', 'REFUND_NOT_ALLOWED')] });
  const refused = await refund('10.00');
  expect(refused.status).toBe(409);
  expect(readText(await refused.text())).toContain('REFUND_NOT_ALLOWED');
  expect(await readOffice(number)).toContain('PayPal refused the refund');
  expect(await readReasons(number)).toEqual([]);
  expect(await readPage(session, number)).not.toMatch(/refunded/i);
  expect((await listSubjects(email)).filter((subject) => /refund/i.test(subject))).toEqual([]);
});

test('refund, again: it stands in Needs attention until PayPal has made it, and then the buyer hears', async () => {
  const { email, number, session, refund } = await buyToRefund();
  await plan({ refund: often(walk('refund', 'again', 'PREVIOUS_REQUEST_IN_PROGRESS')) });
  const unclear = await refund('10.00');
  expect(readText(await unclear.text())).toContain('no clear answer');
  const [row] = await readReasons(number);
  expect(row).toContain('Refund on its way');
  expect((await listSubjects(email)).filter((subject) => /refund/i.test(subject))).toEqual([]);
  await plan({});
  await waitForState(number, 'partly-refunded');
  await waitForSubject(email, 'Refund of $10');
  expect(await readPage(session, number)).toContain('$10');
  expect(await readReasons(number)).toEqual([]);
});

test('refund, ask: what somebody refunded at PayPal is found, and refunded once', async () => {
  const { email, number, session, id, refund } = await buyToRefund();
  const { captureId } = await store.server.db
    .selectFrom('paymentAttempt')
    .select('captureId')
    .where('purchaseId', '=', id)
    .executeTakeFirstOrThrow();
  walk('refund', 'ask', 'CAPTURE_FULLY_REFUNDED');
  await control('refund', { captureId });
  const refused = await refund('10.00');
  expect(readText(await refused.text())).toContain('CAPTURE_FULLY_REFUNDED');
  await waitForState(number, 'refunded');
  await waitForSubject(email, 'Refund');
  expect(await readPage(session, number)).toContain('This order was refunded');
  expect(await readOffice(number)).toContain('Refunded at the payment provider.');
  expect(await readReasons(number)).toEqual([]);
  const refunds = (await listSubjects(email)).filter((subject) => /refund/i.test(subject));
  expect(refunds).toHaveLength(1);
});

test('list: a comparison for which PayPal gives no list says so, and changes nothing', async () => {
  await plan({ 'list-transactions': often('503') });
  const compared = await finance.post('/admin/attention', { intent: 'reconcile' });
  expect(readText(await compared.text())).toContain('listed no transactions');
  await plan({});
});

test('every class of every operation was walked', () => {
  const classes = Object.entries(issueClasses).flatMap(([operation, byIssue]) =>
    [...new Set(Object.values(byIssue).map((meaning) => meaning.class))].map(
      (issueClass) => `${operation} ${issueClass}`,
    ),
  );
  expect([...wasWalked].toSorted()).toEqual(classes.toSorted());
});
