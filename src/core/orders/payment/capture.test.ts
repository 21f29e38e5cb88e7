import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/support/test-app.ts';
import { transitions } from '../model.ts';

let at: TestApp;
let code: string;
const browser = 'b'.repeat(64);
const billing = {
  name: 'Ada Example',
  email: 'ada@example.com',
  mobile_no: '+1 202-555-0100',
  company_name: 'Example',
  title: 'Analyst',
  country: '1',
  address: '1 Main Street',
  city: 'Springfield',
  state: 'Illinois',
  zip: '62701',
  policy: '1',
};

beforeEach(async () => {
  at = await openTestApp();
  code = String((await at.app.catalogue.listReports(1)).items[0]?.code);
});
afterEach(() => at.close());

const place = (more: object = {}, who = browser) =>
  at.app.orders.placement.placeOrder(
    { ...billing, report_id: code, type: 'single-user', ...more },
    who,
  );

async function placed(): Promise<{ providerId: string; approvalUrl: string; number: string }> {
  const answer = await place();
  if (!answer.ok) throw new Error(answer.message);
  return answer.value;
}

const choosePayment = (approvalUrl: string, choice: 'pay' | 'decline' | 'cancel') =>
  fetch(approvalUrl, { method: 'POST', body: new URLSearchParams({ choice }), redirect: 'manual' });

async function stateOf(number: string): Promise<string> {
  return (
    await at.deps.db
      .selectFrom('purchase')
      .select('state')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).state;
}

const grants = () => at.deps.db.selectFrom('downloadGrant').selectAll().execute();

test('an approved order is charged once however often and however parallel the buyer comes back', async () => {
  const { providerId, approvalUrl, number } = await placed();
  await choosePayment(approvalUrl, 'pay');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      at.app.orders.checkoutReturn.completeCheckout(providerId, browser),
    ),
  );
  expect(answers.every((answer) => answer.ok)).toBe(true);
  expect(await stateOf(number)).toBe('paid');
  expect(await at.getPaypalCharges()).toHaveLength(1);
  expect(await grants()).toHaveLength(2);
  const again = await at.app.orders.checkoutReturn.completeCheckout(providerId, browser);
  expect(again).toMatchObject({
    ok: true,
    value: { state: 'paid', order: { isOwn: true, email: 'ada@example.com' } },
  });
});

test('a double click gets the same approval page, and one order', async () => {
  const [first, second] = await Promise.all([place(), place()]);
  expect(first.ok && second.ok && first.value.approvalUrl === second.value.approvalUrl).toBe(true);
  expect(await at.deps.db.selectFrom('purchase').select('id').execute()).toHaveLength(1);
});

test.each(['0.01', '-1', '1e3', 'NaN', '3500.00abc', '99999999999'])(
  'an amount of %s is refused at its field and the provider is not called',
  async (amount) => {
    const answer = await place({ amount });
    expect(answer).toMatchObject({
      ok: false,
      code: 'invalid',
      errors: { amount: [expect.any(String)] },
    });
    expect(await at.deps.db.selectFrom('purchase').select('id').execute()).toHaveLength(0);
  },
);

test.each([
  [{ report_id: 'QM-XXX-0000' }, 'not-found'],
  [{ type: 'free' }, 'invalid'],
  [{ policy: '0' }, 'invalid'],
  [{ email: 'a@b,c@d' }, 'invalid'],
  [{ name: 'A\r\nBcc: x@y' }, 'invalid'],
  [{ country: '99999' }, 'invalid'],
  [{ city: 'x'.repeat(121) }, 'invalid'],
])('%j is refused as %s', async (more, code) => {
  expect(await place(more)).toMatchObject({ ok: false, code });
});

test('a lost answer is not called failed: the reconciler finds the charge, and there is one', async () => {
  const { providerId, approvalUrl, number } = await placed();
  await choosePayment(approvalUrl, 'pay');
  await at.planPaypalFaults({ capture: ['lose-answer'] });
  expect(await at.app.orders.checkoutReturn.completeCheckout(providerId, browser)).toMatchObject({
    ok: true,
    value: { state: 'checking' },
  });
  expect(await stateOf(number)).toBe('capturing');
  at.advanceClock(61_000);
  await at.app.orders.jobs['orders.reconcile']();
  expect(await stateOf(number)).toBe('paid');
  expect(await at.getPaypalCharges()).toHaveLength(1);
});

test.each([
  'reset',
  'hang',
  '500',
  '503',
  '429',
  'html-502',
  'truncated',
  'wrong-type',
  'drip',
  'slow-2300',
  'later-2500',
  'issue:ORDER_COMPLETION_IN_PROGRESS',
])('F-06 a capture that meets "%s" is taken up again and charged once', async (fault) => {
  const { providerId, approvalUrl, number } = await placed();
  await choosePayment(approvalUrl, 'pay');
  await at.planPaypalFaults({ capture: [fault] });
  expect(await at.app.orders.checkoutReturn.completeCheckout(providerId, browser)).toMatchObject({
    ok: true,
    value: { state: 'checking' },
  });
  at.advanceClock(61_000);
  await at.app.orders.jobs['orders.reconcile']();
  expect(await stateOf(number)).toBe('paid');
  expect(await at.getPaypalCharges()).toHaveLength(1);
});

test.each([
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYER_ACTION_REQUIRED',
  'TRANSACTION_REFUSED',
  'PAYEE_BLOCKED_TRANSACTION',
])(
  'F-09 a capture that is refused with %s leads back to the approval, and the next one has an id of its own',
  async (issue) => {
    const { providerId, approvalUrl, number } = await placed();
    await choosePayment(approvalUrl, 'pay');
    await at.planPaypalFaults({ capture: [`issue:${issue}`] });
    expect(await at.app.orders.checkoutReturn.completeCheckout(providerId, browser)).toMatchObject({
      ok: false,
      code: 'conflict',
    });
    expect(await stateOf(number)).toBe('awaiting-approval');
    expect(await at.deps.db.selectFrom('paymentAttempt').select('captureNumber').execute()).toEqual(
      [{ captureNumber: 2 }],
    );
    expect(await at.app.orders.checkoutReturn.completeCheckout(providerId, browser)).toMatchObject({
      ok: true,
      value: { state: 'paid' },
    });
    expect(await at.getPaypalCharges()).toHaveLength(1);
  },
);

test.each([true, false])(
  'two approvals of one order charge once; where the provider lets a second through (%s), it is given back',
  async (lets) => {
    const first = await placed();
    await at.deps.db
      .updateTable('paymentAttempt')
      .set({ createdAt: new Date(Date.now() - 3 * 3_600_000) })
      .execute();
    const second = await placed();
    expect(second.providerId).not.toBe(first.providerId);
    await Promise.all([
      choosePayment(first.approvalUrl, 'pay'),
      choosePayment(second.approvalUrl, 'pay'),
    ]);
    expect(
      await at.app.orders.checkoutReturn.completeCheckout(second.providerId, browser),
    ).toMatchObject({
      value: { state: 'paid' },
    });
    expect(
      await at.app.orders.checkoutReturn.completeCheckout(first.providerId, browser),
    ).toMatchObject({
      value: { state: 'paid' },
    });
    if (lets) {
      await at.callControlApi('account', { blockDuplicateInvoices: false });
      await at.deps.payments.captureProviderOrder(first.providerId, 'somebody else captured it');
      await at.deliverWebhooks();
    }
    const { charges, refunds } = (await (await fetch(`${at.paypalUrl}/__sim/ledger`)).json()) as {
      charges: unknown[];
      refunds: unknown[];
    };
    expect([charges.length, refunds.length]).toEqual(lets ? [2, 1] : [1, 0]);
    expect(
      (await at.deps.db.selectFrom('purchase').select('state').execute()).map(({ state }) => state),
    ).toEqual(['paid']);
  },
);

test.each([
  'reset',
  '500',
  'html-502',
  'truncated',
  'lose-answer',
  'hang',
  'wrong-type',
  'drip',
  '429',
  'later-100',
])(
  'F-05 creating that meets "%s" refuses with 502, keeps the order, and the next try takes it up',
  async (fault) => {
    await at.planPaypalFaults({ create: [fault] });
    expect(await place()).toMatchObject({
      ok: false,
      code: 'provider-failed',
      message: 'Failed to initiate PayPal checkout',
    });
    expect((await place()).ok).toBe(true);
    expect(await at.deps.db.selectFrom('purchase').select('state').execute()).toEqual([
      { state: 'awaiting-approval' },
    ]);
  },
);

test('who approved and closed the tab is captured by the reconciler, and has a letter with both links', async () => {
  const { approvalUrl, number } = await placed();
  await choosePayment(approvalUrl, 'pay');
  at.advanceClock(60_000);
  await at.app.orders.jobs['orders.reconcile']();
  expect(await stateOf(number)).toBe('paid');
  const { id } = await at.deps.db.selectFrom('purchase').select('id').executeTakeFirstOrThrow();
  await at.app.orders.jobs['orders.deliver']({ purchaseId: id });
  await at.app.orders.jobs['orders.deliver']({ purchaseId: id });
  expect(await stateOf(number)).toBe('fulfilled');
  await at.sendDueEmails();
  expect(at.emails).toHaveLength(1);
  expect(at.emails[0]?.text.match(/\/download\//g)).toHaveLength(2);
});

test('a claim whose holder died is taken over when its lease has ended, not before', async () => {
  const { providerId, approvalUrl, number } = await placed();
  await choosePayment(approvalUrl, 'pay');
  await at.deps.db
    .updateTable('purchase')
    .set({
      state: 'capturing',
      claimedBy: 'a dead process',
      claimedUntil: new Date(at.deps.clock().getTime() + 60_000),
    })
    .where('number', '=', number)
    .execute();
  expect(await at.app.orders.checkoutReturn.completeCheckout(providerId, browser)).toMatchObject({
    value: { state: 'checking' },
  });
  expect(await at.getPaypalCharges()).toHaveLength(0);
  at.advanceClock(61_000);
  await at.app.orders.jobs['orders.reconcile']();
  expect(await stateOf(number)).toBe('paid');
});

test('a decline is told with 409, and the next capture has a request id of its own', async () => {
  const { providerId, approvalUrl, number } = await placed();
  await choosePayment(approvalUrl, 'decline');
  expect(await at.app.orders.checkoutReturn.completeCheckout(providerId, browser)).toMatchObject({
    ok: false,
    code: 'conflict',
    message: 'Payment capture failed.',
  });
  expect(await stateOf(number)).toBe('awaiting-approval');
  await choosePayment(approvalUrl, 'pay');
  expect(await at.app.orders.checkoutReturn.completeCheckout(providerId, browser)).toMatchObject({
    ok: true,
    value: { state: 'paid' },
  });
  expect(await at.getPaypalCharges()).toHaveLength(1);
});

test('coming back without approval is 409 and changes nothing; an unknown token is 404', async () => {
  const { providerId, number } = await placed();
  expect(await at.app.orders.checkoutReturn.completeCheckout(providerId, browser)).toMatchObject({
    ok: false,
    code: 'conflict',
  });
  expect(await stateOf(number)).toBe('awaiting-approval');
  expect(await at.app.orders.checkoutReturn.completeCheckout('UNKNOWN1', browser)).toMatchObject({
    ok: false,
    code: 'not-found',
  });
});

test('another amount at the provider is held as mismatch, and nothing is delivered', async () => {
  const { providerId, approvalUrl, number } = await placed();
  await at.deps.db
    .updateTable('purchase')
    .set({ priceCents: 1 })
    .where('number', '=', number)
    .execute();
  await choosePayment(approvalUrl, 'pay');
  expect(await at.app.orders.checkoutReturn.completeCheckout(providerId, browser)).toMatchObject({
    value: { state: 'review' },
  });
  expect(await stateOf(number)).toBe('mismatch');
  expect(await grants()).toHaveLength(0);
});

test('another browser sees a masked payer and no files', async () => {
  const { providerId, approvalUrl } = await placed();
  await choosePayment(approvalUrl, 'pay');
  await at.app.orders.checkoutReturn.completeCheckout(providerId, browser);
  const other = await at.app.orders.checkoutReturn.completeCheckout(providerId, 'c'.repeat(64));
  expect(other).toMatchObject({
    ok: true,
    value: {
      order: {
        isOwn: false,
        email: 'a***@example.com',
        files: [],
        payment: { payer: { payer_id: null, email_address: 'p***@example.com' } },
      },
    },
  });
});

test("a download is its buyer's alone, is counted, and ends", async () => {
  const { providerId, approvalUrl } = await placed();
  await choosePayment(approvalUrl, 'pay');
  await at.app.orders.checkoutReturn.completeCheckout(providerId, browser);
  const [grant] = await grants();
  const open = (
    proof: { browser: string | undefined; expires?: string; signature?: string },
    asking: 'full' | 'resume' | 'head' = 'full',
  ) => at.app.orders.downloads.openDownload(String(grant?.token), proof, asking, '127.0.0.1');
  expect(await open({ browser: undefined })).toMatchObject({ ok: false, code: 'not-found' });
  expect(
    await open({ browser: undefined, expires: '9999999999', signature: 'x'.repeat(43) }),
  ).toMatchObject({ ok: false, code: 'not-found' });
  for (let i = 0; i < 5; i++) expect((await open({ browser })).ok).toBe(true);
  expect((await open({ browser }, 'head')).ok).toBe(true);
  expect((await open({ browser }, 'resume')).ok).toBe(true);
  expect(
    await at.app.orders.downloads.openDownload(
      String(grant?.token),
      { browser },
      'resume',
      'another address',
    ),
  ).toMatchObject({ ok: false, code: 'forbidden' });
  expect(await open({ browser })).toMatchObject({ ok: false, code: 'forbidden' });
  at.advanceClock(31 * 86_400_000);
  expect(await open({ browser }, 'head')).toMatchObject({ ok: false, code: 'forbidden' });
});

test('the database keeps the same table of moves as the model, and refuses every other', async () => {
  const rows = await at.deps.db.selectFrom('orderStateTransition').selectAll().execute();
  const kept = new Set(rows.map(({ fromState, toState }) => `${fromState} ${toState}`));
  const ours = new Set(
    Object.entries(transitions).flatMap(([from, all]) => all.map((to) => `${from} ${to}`)),
  );
  expect(kept).toEqual(ours);
  const { number } = await placed();
  await expect(
    at.deps.db
      .updateTable('purchase')
      .set({ state: 'paid' })
      .where('number', '=', number)
      .execute(),
  ).rejects.toThrow('can not go from awaiting-approval to paid');
});
