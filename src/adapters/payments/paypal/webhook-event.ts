import { z } from 'zod';
import type { WebhookVerification } from '#core/orders/payment/provider.ts';
import { isResolvedForSeller } from './dispute-outcome.ts';
import { linksSchema, readParentId } from './response-schemas.ts';

type VerifiedWebhook = Extract<WebhookVerification, { kind: 'verified' }>;

const idSchema = z.string().max(60);
const resourceSchema = z.object({
  id: idSchema.optional(),
  supplementary_data: z
    .object({
      related_ids: z
        .object({ order_id: idSchema.optional(), capture_id: idSchema.optional() })
        .default({}),
    })
    .optional(),
  links: linksSchema.default([]),
  dispute_id: z.string().max(255).optional(),
  disputed_transactions: z.array(z.object({ seller_transaction_id: idSchema })).optional(),
  dispute_outcome: z.object({ outcome_code: idSchema }).optional(),
});
const eventSchema = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  create_time: z.iso.datetime({ offset: true }).optional(),
  resource: resourceSchema,
});
type WebhookEvent = z.infer<typeof eventSchema>;

/** The event in a webhook's body; undefined where it can't be read. */
export function parseWebhookEvent(
  raw: Uint8Array,
  transmissionTime: string,
): VerifiedWebhook | undefined {
  const { data } = eventSchema.safeParse(parseJson(raw));
  if (!data) return undefined;
  const { id, event_type: type, create_time: createTime, resource } = data;
  const orderId = resource.supplementary_data?.related_ids.order_id;
  return {
    kind: 'verified',
    eventId: id,
    type,
    orderId: isOrderEvent(data) ? (orderId ?? resource.id) : orderId,
    captureId: readCaptureId(data),
    dispute: readDisputeState(data),
    disputeId: resource.dispute_id,
    at: new Date(createTime ?? transmissionTime),
  };
}

const isOrderEvent = ({ event_type: type }: WebhookEvent): boolean => type.startsWith('CHECKOUT.');

function readCaptureId(event: WebhookEvent): string | undefined {
  const { event_type: type, resource } = event;
  if (type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED') {
    const captureId = resource.supplementary_data?.related_ids.capture_id;
    return readParentId(resource.links) ?? captureId ?? resource.id;
  }
  const disputedId = resource.disputed_transactions?.[0]?.seller_transaction_id;
  return disputedId ?? (isOrderEvent(event) ? undefined : resource.id);
}

/**
 * What an event says about a dispute; undefined for every other event. A resolution against us
 * leaves it open, since its refund comes as an event of its own.
 */
function readDisputeState({
  event_type: type,
  resource,
}: WebhookEvent): VerifiedWebhook['dispute'] {
  if (type === 'CUSTOMER.DISPUTE.RESOLVED') {
    return isResolvedForSeller(resource.dispute_outcome?.outcome_code) ? 'ended' : 'opened';
  }
  const isOpened = type === 'PAYMENT.CAPTURE.REVERSED' || type === 'CUSTOMER.DISPUTE.CREATED';
  return isOpened ? 'opened' : undefined;
}

function parseJson(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return undefined;
  }
}
