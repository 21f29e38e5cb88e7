/** Subscriptions, sent events and signatures of webhooks. Shapes: notifications_webhooks_v1. */
import { z } from 'zod';
import { errorResponse, parseJson, type SimulatorResponse } from './responses.ts';
import { newId } from './ledger.ts';
import type { WebhookSender } from './webhook-sender.ts';

const subscriptionBody = z.object({
  url: z.url().max(2048),
  event_types: z
    .array(z.object({ name: z.string() }))
    .min(1)
    .max(500),
});
const verifySignatureBody = z.object({
  auth_algo: z.string(),
  cert_url: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.unknown(),
});
const simulateEventBody = z.object({
  event_type: z.string(),
  webhook_id: z.string().optional(),
  url: z.url().optional(),
});

const syntaxError = (): SimulatorResponse =>
  errorResponse(400, [{ issue: 'INVALID_PARAMETER_SYNTAX' }]);
const notFound = (): SimulatorResponse => errorResponse(404, [{ issue: 'INVALID_RESOURCE_ID' }]);

export function addSubscription(webhooks: WebhookSender, text: string): SimulatorResponse {
  const parsed = subscriptionBody.safeParse(parseJson(text));
  if (!parsed.success) return syntaxError();
  const subscription = { id: newId(), ...parsed.data };
  webhooks.subscriptions.set(subscription.id, subscription);
  return { status: 201, body: { ...subscription, links: [] } };
}

export const listSubscriptions = (webhooks: WebhookSender): SimulatorResponse => ({
  status: 200,
  body: { webhooks: [...webhooks.subscriptions.values()] },
});

export const deleteSubscription = (webhooks: WebhookSender, id: string): SimulatorResponse =>
  webhooks.subscriptions.delete(id) ? { status: 204, body: {} } : notFound();

/** SUCCESS if the event, serialized again, is what was signed; FAILURE if it was changed. */
export function verifySignature(webhooks: WebhookSender, text: string): SimulatorResponse {
  const parsed = verifySignatureBody.safeParse(parseJson(text));
  if (!parsed.success) return syntaxError();
  const {
    transmission_id: id,
    transmission_time: time,
    transmission_sig: signature,
    webhook_id: webhookId,
    webhook_event: event,
  } = parsed.data;
  const transmission = { id, time, webhookId, signature };
  const isValid = webhooks.isSignatureValid(JSON.stringify(event), transmission);
  return {
    status: 200,
    body: { verification_status: isValid ? 'SUCCESS' : 'FAILURE' },
  };
}

export function listEvents(webhooks: WebhookSender, query: URLSearchParams): SimulatorResponse {
  const [from, to, type, transactionId] = [
    'start_time',
    'end_time',
    'event_type',
    'transaction_id',
  ].map((name) => query.get(name));
  const events = webhooks.events.filter(
    ({ create_time: createTime, event_type: eventType, resource }) =>
      (!from || createTime >= from) &&
      (!to || createTime <= to) &&
      (!type || eventType === type) &&
      (!transactionId || JSON.stringify(resource).includes(`"${transactionId}"`)),
  );
  return {
    status: 200,
    body: {
      events: events.toReversed().slice(0, Number(query.get('page_size') ?? 10)),
      count: events.length,
      links: [],
    },
  };
}

export function resendEvent(webhooks: WebhookSender, id: string): SimulatorResponse {
  const event = webhooks.events.find((candidate) => candidate.id === id);
  if (!event) return notFound();
  void webhooks.deliver(event);
  return { status: 202, body: event };
}

/** An invented event, signed for the id "WEBHOOK_ID", which a correct receiver does not accept. */
export function simulateEvent(webhooks: WebhookSender, text: string): SimulatorResponse {
  const parsed = simulateEventBody.safeParse(parseJson(text));
  if (!parsed.success) return syntaxError();
  const { event_type: type, webhook_id: id, url } = parsed.data;
  const target = url ?? webhooks.subscriptions.get(id ?? '')?.url;
  if (!target) return notFound();
  const event = {
    id: `WH-${newId()}`,
    event_version: '1.0',
    create_time: new Date().toISOString(),
    resource_type: 'capture',
    event_type: type,
    summary: 'simulated',
    resource: { id: newId() },
  };
  void webhooks.deliverTo({ id: 'WEBHOOK_ID', url: target, event_types: [] }, event, 1);
  return { status: 202, body: event };
}
