import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openOrderTester, type OrderTester } from '../../../../test/support/test-orders.ts';
import { testProgram } from '../../../../test/support/test-staff.ts';

let buyer: OrderTester;
beforeEach(async () => {
  buyer = await openOrderTester();
});
afterEach(() => buyer.close());

const receiveWebhook = (raw: Uint8Array, headers: Record<string, string>) =>
  buyer.app.orders.webhooks.receiveWebhook(raw, headers);

async function collectWebhook() {
  const [webhook] = await buyer.collectWebhooks();
  if (!webhook) throw new Error('no webhook came');
  return webhook;
}

test('F-07 webhooks of an approval capture it, repeated and in any order', async () => {
  await buyer.callControlApi('webhooks', { mode: 'duplicate' });
  const { number } = await buyer.placeApprovedOrder();
  await buyer.deliverWebhooks();
  expect(await buyer.getState(number)).toBe('paid');
  await buyer.deliverWebhooks((all) => all.toReversed());
  expect(await buyer.getPaypalCharges()).toHaveLength(1);
  expect(
    await buyer.deps.db
      .selectFrom('webhookEvent')
      .select('id')
      .where('type', '=', 'CHECKOUT.ORDER.APPROVED')
      .execute(),
  ).toHaveLength(1);
  expect((await buyer.listDocuments()).map(({ kind }) => kind)).toEqual(['invoice']);
});

test('F-07 a webhook that comes again queues no second job, and is not handled again', async () => {
  await buyer.placeApprovedOrder();
  const { rawBody, headers } = await collectWebhook();
  for (let i = 0; i < 3; i++)
    expect(await receiveWebhook(rawBody, headers)).toMatchObject({ ok: true });
  const jobs = await sql<{ payload: { id: string } }>`select jobs.payload
    from graphile_worker._private_jobs as jobs
    join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = 'orders.handleWebhook'`.execute(buyer.deps.db);
  expect(jobs.rows).toHaveLength(1);
  const handleWebhook = buyer.app.orders.jobs['orders.handleWebhook'];
  const id = String(jobs.rows[0]?.payload.id);
  await handleWebhook({ id });
  const askProvider = vi.spyOn(buyer.deps.payments, 'getProviderOrder');
  await handleWebhook({ id });
  expect(askProvider).not.toHaveBeenCalled();
});

test.each(['bad-signature', 'bad-webhook-id', 'foreign-cert', 'old-time'])(
  'F-08 webhooks with %s are refused as malformed and change nothing',
  async (mode) => {
    await buyer.callControlApi('webhooks', { mode });
    const { number } = await buyer.placeApprovedOrder();
    const { rawBody, headers } = await collectWebhook();
    expect(await receiveWebhook(rawBody, headers)).toMatchObject({ ok: false, code: 'malformed' });
    expect(await buyer.getState(number)).toBe('awaiting-approval');
    expect(await buyer.deps.db.selectFrom('webhookEvent').select('id').execute()).toEqual([]);
  },
);

test('a webhook with one byte changed, or formatted differently, is refused', async () => {
  await buyer.buyReport();
  const { rawBody, headers } = await collectWebhook();
  const text = Buffer.from(rawBody).toString();
  for (const changed of [text.replace('WH-', 'WX-'), JSON.stringify(JSON.parse(text), null, 1)])
    expect(await receiveWebhook(Buffer.from(changed), headers)).toMatchObject({
      ok: false,
      code: 'malformed',
    });
  expect(await receiveWebhook(rawBody, headers)).toMatchObject({ ok: true });
});

test.each([
  'https://evil.example/v1/notifications/certs/C',
  'http://169.254.169.254/v1/notifications/certs/C',
  'https://api.paypal.com.evil.example/v1/notifications/certs/C',
  'file:///etc/passwd',
  'x',
])('a webhook whose certificate is at %s causes no request at all', async (url) => {
  await buyer.buyReport();
  const { rawBody, headers } = await collectWebhook();
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  expect(await receiveWebhook(rawBody, { ...headers, 'paypal-cert-url': url })).toMatchObject({
    ok: false,
    code: 'malformed',
  });
  expect(fetchSpy).not.toHaveBeenCalled();
  fetchSpy.mockRestore();
});

test('a webhook of an order that is not ours is stored for a person', async () => {
  const { captureId, providerId } = await buyer.buyReport();
  await buyer.deps.db
    .updateTable('paymentAttempt')
    .set({ captureId: 'OTHER', providerOrderId: 'OTHER' })
    .where('captureId', '=', captureId)
    .execute();
  buyer.pendingWebhooks.splice(0);
  await buyer.callControlApi('resend', { orderId: providerId });
  await buyer.deliverWebhooks();
  expect(await buyer.app.orders.staff.attention.listNeedsAttention(testProgram)).toMatchObject({
    value: { unknownWebhooks: { count: 1, newest: [{ type: 'PAYMENT.CAPTURE.COMPLETED' }] } },
  });
});
