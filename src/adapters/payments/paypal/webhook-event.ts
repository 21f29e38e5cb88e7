import { z } from 'zod';
import type { DisputeState, WebhookVerification } from '#core/orders/payment/provider.ts';
import { readDisputeState } from './dispute-outcome.ts';
import { optionally, timeSchema } from './read-rows.ts';
import { disputeFactsSchema, linksSchema, readParentId } from './response-schemas.ts';

type VerifiedWebhook = Extract<WebhookVerification, { kind: 'verified' }>;

const idSchema = z.string().min(1).max(255);
const relatedIdsSchema = z.object({
  order_id: optionally(idSchema),
  capture_id: optionally(idSchema),
});
/** Every field of an event's resource may be missing; one that can't be read counts as missing. */
const resourceSchema = disputeFactsSchema.extend({
  id: optionally(idSchema),
  /** Of an approval that was taken back. */
  order_id: optionally(idSchema),
  custom_id: optionally(z.string().max(127)),
  purchase_units: optionally(
    z.array(z.object({ custom_id: optionally(z.string().max(127)) })).max(10),
  ),
  supplementary_data: optionally(z.object({ related_ids: optionally(relatedIdsSchema) })),
  links: linksSchema,
});
const noResource = resourceSchema.parse({});
const eventSchema = z.object({
  id: z.string().min(1).max(100),
  event_type: optionally(z.string().max(100)),
  create_time: optionally(timeSchema),
  resource: resourceSchema.catch(noResource),
});
type WebhookEvent = z.infer<typeof eventSchema>;

/** The event in a webhook's body; undefined where not even its id can be read. */
export function parseWebhookEvent(
  raw: Uint8Array,
  transmissionTime: string,
): VerifiedWebhook | undefined {
  const { data } = eventSchema.safeParse(parseJson(raw));
  if (!data) return undefined;
  const { id, event_type: type = 'unknown', create_time: createTime, resource } = data;
  const orderId = resource.supplementary_data?.related_ids?.order_id;
  return {
    kind: 'verified',
    eventId: id,
    type,
    orderId: isOrderEvent(data) ? (resource.order_id ?? orderId ?? resource.id) : orderId,
    payments: listPayments(data),
    dispute: readDispute(data),
    disputeId: resource.dispute_id,
    at: createTime ?? new Date(transmissionTime),
  };
}

const isOrderEvent = ({ event_type: type = '' }: WebhookEvent): boolean =>
  type.startsWith('CHECKOUT.');

/** A dispute may be about many payments; every other event is about one. */
function listPayments(event: WebhookEvent): VerifiedWebhook['payments'] {
  const { resource } = event;
  if (resource.disputed_transactions.length > 0)
    return resource.disputed_transactions.map(({ seller_transaction_id: captureId, custom }) => ({
      captureId,
      customId: custom,
    }));
  const customId = resource.custom_id ?? resource.purchase_units?.[0]?.custom_id;
  const captureId = readCaptureId(event);
  return captureId === undefined && customId === undefined ? [] : [{ captureId, customId }];
}

function readCaptureId(event: WebhookEvent): string | undefined {
  const { event_type: type = '', resource } = event;
  const ofCapture =
    readParentId(resource.links) ?? resource.supplementary_data?.related_ids?.capture_id;
  // Its resource is the refund, which is never taken for a capture.
  if (type.startsWith('PAYMENT.REFUND.')) return ofCapture;
  if (type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED')
    return ofCapture ?? resource.id;
  return isOrderEvent(event) || isDisputeEvent(type) ? undefined : resource.id;
}

const isDisputeEvent = (type: string): boolean => type.startsWith('CUSTOMER.DISPUTE.');

/** What an event says about a dispute; undefined for every other event. */
function readDispute({ event_type: type = '', resource }: WebhookEvent): DisputeState | undefined {
  if (type === 'PAYMENT.CAPTURE.REVERSED') return { kind: 'opened' };
  if (!isDisputeEvent(type)) return undefined;
  return readDisputeState(resource, type === 'CUSTOMER.DISPUTE.RESOLVED');
}

function parseJson(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return undefined;
  }
}
