import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSimulatorClient, type SimulatorClient } from './simulator-client.ts';

let client: SimulatorClient;
beforeEach(async () => {
  client = await openSimulatorClient();
});
afterEach(async () => {
  expect(client.proxy.schemaErrors).toEqual([]);
  await client.close();
});

const notificationsPath = '/v1/notifications';
const callNotifications = (method: string, path: string, body?: unknown) =>
  client.callPaypal(method, notificationsPath + path, body);

test('a webhook can come before the call that caused it is answered', async () => {
  const providerId = await client.createApprovedOrder();
  await client.proxy.waitForWebhooks();
  await client.proxy.callControlApi('webhooks', { mode: 'early' });
  const events: string[] = [];
  client.onWebhook((type) => events.push(type));
  await client.paypal.captureProviderOrder(providerId, 'k-1');
  events.push('answer');
  await client.proxy.waitForWebhooks();
  expect(events.filter((event) => event === 'PAYMENT.CAPTURE.COMPLETED')).toHaveLength(1);
  expect(events.indexOf('PAYMENT.CAPTURE.COMPLETED')).toBeLessThan(events.indexOf('answer'));
});

test('webhook subscriptions are added, listed and removed', async () => {
  const added = await callNotifications('POST', '/webhooks', {
    url: 'https://other.example/hook',
    event_types: [{ name: 'PAYMENT.CAPTURE.COMPLETED' }],
  });
  expect(added.status).toBe(201);
  const { webhooks } = (await callNotifications('GET', '/webhooks')).body;
  expect(webhooks).toHaveLength(2);
  const removed = await callNotifications('DELETE', `/webhooks/${String(added.body['id'])}`);
  expect(removed.status).toBe(204);
});

test('a webhook event is found and sent again', async () => {
  const providerId = await client.createApprovedOrder();
  await client.proxy.waitForWebhooks();
  const query = `event_type=CHECKOUT.ORDER.APPROVED&transaction_id=${providerId}`;
  const found = await callNotifications('GET', `/webhooks-events?${query}`);
  const { events } = found.body as { events: { id: string }[] };
  expect(events).toHaveLength(1);
  const resent = await callNotifications('POST', `/webhooks-events/${events[0]?.id}/resend`, {});
  expect(resent.status).toBe(202);
  await client.proxy.waitForWebhooks();
  expect(client.receivedWebhooks).toEqual(['CHECKOUT.ORDER.APPROVED', 'CHECKOUT.ORDER.APPROVED']);
});

test('a webhook event can be simulated, and a wrong signature is recognised', async () => {
  const { webhookId } = client.proxy;
  const simulated = await callNotifications('POST', '/simulate-event', {
    event_type: 'PAYMENT.CAPTURE.COMPLETED',
    webhook_id: webhookId,
  });
  expect(simulated.status).toBe(202);
  const verified = await callNotifications('POST', '/verify-webhook-signature', {
    auth_algo: 'SHA256withRSA',
    cert_url: 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    transmission_id: 'a1b2-c3',
    transmission_sig: 'eA==',
    transmission_time: new Date().toISOString(),
    webhook_id: webhookId,
    webhook_event: { id: 'WH-1' },
  });
  expect(verified.body).toEqual({ verification_status: 'FAILURE' });
});
