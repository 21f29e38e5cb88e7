import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../support/wait-until.ts';
import { captured, openSimulatorClient, type SimulatorClient } from './simulator-client.ts';

let client: SimulatorClient;
beforeEach(async () => {
  client = await openSimulatorClient();
});
afterEach(() => client.close());

const planFaults = (planned: Record<string, string[]>): Promise<unknown> =>
  client.proxy.callControlApi('faults', planned);

const countCharges = async (): Promise<number> => (await client.proxy.getLedger()).charges.length;

test.each(['reset', 'hang', '429', '500', '502', '503', 'html-502'])(
  '"%s" charges nothing, and the same request id charges once',
  async (fault) => {
    const providerId = await client.createApprovedOrder();
    await planFaults({ capture: [fault] });
    const result = await client.impatientPaypal.captureProviderOrder(providerId, 'k-1');
    expect(result.kind).toBe('unknown');
    expect(await countCharges()).toBe(0);
    expect(await client.paypal.captureProviderOrder(providerId, 'k-1')).toEqual(captured);
    expect(await countCharges()).toBe(1);
  },
);

test('an order that PayPal is still completing is asked about; the same request id charges once', async () => {
  const providerId = await client.createApprovedOrder();
  const issue = 'ORDER_COMPLETION_IN_PROGRESS';
  await planFaults({ capture: [`issue:${issue}`] });
  const { paypal } = client;
  expect(await paypal.captureProviderOrder(providerId, 'k-1')).toEqual({ kind: 'ask', issue });
  expect(await countCharges()).toBe(0);
  expect(await paypal.captureProviderOrder(providerId, 'k-1')).toEqual(captured);
  expect(await countCharges()).toBe(1);
});

test.each(['lose-answer', 'truncated', 'wrong-type', 'drip', 'slow-900'])(
  '"%s" charges without an answer in time, and the same request id answers it',
  async (fault) => {
    const providerId = await client.createApprovedOrder();
    await planFaults({ [`capture ${providerId}`]: [fault] });
    const result = await client.impatientPaypal.captureProviderOrder(providerId, 'k-1');
    expect(result.kind).toBe('unknown');
    await waitUntil('the order is charged', async () => (await countCharges()) === 1);
    expect(await client.paypal.captureProviderOrder(providerId, 'k-1')).toEqual(captured);
    expect(await countCharges()).toBe(1);
  },
);

test('"later" charges after the call has failed; "ok" lets the call before it pass', async () => {
  const providerId = await client.createApprovedOrder();
  await planFaults({ capture: ['ok', 'later-2000'], get: ['ok'] });
  const otherId = await client.createApprovedOrder({ requestId: 'c-2-1', invoiceId: 'QI-000002' });
  const { paypal } = client;
  expect(await paypal.captureProviderOrder(otherId, 'k-1')).toEqual(captured);
  expect((await paypal.captureProviderOrder(providerId, 'k-1')).kind).toBe('unknown');
  expect(await client.listCaptureIds(providerId)).toEqual([]);
  await waitUntil(
    'the order is charged',
    async () => (await client.listCaptureIds(providerId)).length === 1,
  );
  expect(await paypal.getProviderOrder(providerId)).toMatchObject({
    captures: [{ status: 'COMPLETED' }],
  });
  expect(await countCharges()).toBe(2);
});

test.each([
  ['wait', captured.kind],
  ['conflict', 'ask'],
])('two calls at once under one request id ("%s") charge once', async (duplicates, kind) => {
  const { proxy, paypal } = client;
  const providerId = await client.createApprovedOrder();
  await proxy.callControlApi('account', { duplicates });
  await planFaults({ capture: ['slow-2000'] });
  const requestsBefore = proxy.countRequests();
  const first = paypal.captureProviderOrder(providerId, 'k-1');
  await waitUntil('the first call is under way', () => proxy.countRequests() > requestsBefore);
  expect((await paypal.captureProviderOrder(providerId, 'k-1')).kind).toBe(kind);
  expect(await first).toEqual(captured);
  expect(await countCharges()).toBe(1);
});
