import { verify, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type {
  PaymentProvider,
  WebhookVerification,
  DisputeState,
} from '#core/orders/payment/provider.ts';
import { type PaypalOptions, defaultTimeoutMs } from './api-client.ts';
import { z } from 'zod';
import { readDisputeState } from './dispute-outcome.ts';
import { optionally, timeSchema } from './read-rows.ts';
import { disputeFactsSchema, linksSchema, readParentId } from './response-schemas.ts';

/** How old a transmission may be: PayPal retries for three days, and an hour more. */
const maxAgeMs = 3 * 86_400_000 + 3_600_000;
const maxClockSkewMs = 5 * 60_000;

/**
 * Verifies webhooks as PayPal describes it: RSA-SHA256 over `id|time|webhook id|CRC-32 of the raw
 * body in decimal`, by the certificate at the URL in the headers, which must be PayPal's own.
 */
export function createWebhookVerifier(options: PaypalOptions): PaymentProvider['verifyWebhook'] {
  const certificates = new WebhookCertificates(options);
  return async (raw, headers) => {
    const id = headers['paypal-transmission-id'];
    const time = headers['paypal-transmission-time'];
    const signature = headers['paypal-transmission-sig'];
    const certificateUrl = headers['paypal-cert-url'];
    const algorithm = headers['paypal-auth-algo'];
    if (!id || !time || !signature || !certificateUrl || algorithm !== 'SHA256withRSA')
      return reject('a header is missing');
    if (!certificates.isAllowedUrl(certificateUrl))
      return reject("the certificate is not the provider's");
    if (!isRecent(time)) return reject('the transmission time is too old or in the future');
    const key = await certificates.fetchKey(certificateUrl);
    if (!key) return reject('there is no such certificate');
    const signedText = `${id}|${time}|${options.webhookId}|${crc32(raw)}`;
    if (!verify('sha256', Buffer.from(signedText), key, Buffer.from(signature, 'base64')))
      return reject('the signature is not valid');
    return parseWebhookEvent(raw, time) ?? reject("the event can't be read");
  };
}

const reject = (reason: string): WebhookVerification => ({ kind: 'rejected', reason });

function isRecent(time: string): boolean {
  const ageMs = Date.now() - Date.parse(time);
  return ageMs < maxAgeMs && ageMs > -maxClockSkewMs;
}

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

/** The event in a webhook's body; undefined if not even its id can be read. */
function parseWebhookEvent(raw: Uint8Array, transmissionTime: string): VerifiedWebhook | undefined {
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

/** Returns the dispute of an event; undefined for every other event. */
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

/** The public keys that PayPal's webhooks are signed with, by the URL of their certificate. */
class WebhookCertificates {
  readonly #keys = new Map<string, KeyObject>();
  readonly #timeoutMs: number;
  /** Where the simulator serves its keys; undefined for PayPal itself. */
  readonly #simulatorOrigin: string | undefined;

  constructor({ baseUrl, timeoutMs = defaultTimeoutMs }: PaypalOptions) {
    const { protocol, origin } = new URL(baseUrl);
    this.#simulatorOrigin = protocol === 'http:' ? origin : undefined;
    this.#timeoutMs = timeoutMs;
  }

  /** True for a URL of PayPal's own (or the simulator's): no other one is ever fetched. */
  isAllowedUrl(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { protocol, hostname, pathname, origin, username, port } = new URL(url);
    if (!pathname.startsWith('/v1/notifications/certs/') || username !== '') return false;
    return this.#simulatorOrigin === undefined
      ? protocol === 'https:' && port === '' && hostname.endsWith('.paypal.com')
      : origin === this.#simulatorOrigin;
  }

  /**
   * undefined if there is no valid certificate at an allowed URL. Throws if the provider does
   * not answer, so that it sends the webhook again.
   */
  async fetchKey(url: string): Promise<KeyObject | undefined> {
    const known = this.#keys.get(url);
    if (known) return known;
    const response = await fetch(url, {
      signal: AbortSignal.timeout(this.#timeoutMs),
      redirect: 'error',
    });
    const pem = (await response.text()).slice(0, 20_000);
    const key = response.ok ? this.#readTrustedKey(pem) : undefined;
    if (!key) return undefined;
    if (this.#keys.size > 20) this.#keys.clear();
    this.#keys.set(url, key);
    return key;
  }

  /** undefined for what is no certificate; its caller rejects the webhook with that reason. */
  #readTrustedKey(pem: string): KeyObject | undefined {
    try {
      return this.#isTrusted(pem) ? createPublicKey(pem) : undefined;
    } catch {
      return undefined;
    }
  }

  /** A certificate within its dates; the simulator serves a bare public key. */
  #isTrusted(pem: string): boolean {
    if (!pem.includes('BEGIN CERTIFICATE')) return this.#simulatorOrigin !== undefined;
    const { validFromDate, validToDate } = new X509Certificate(pem);
    return Date.now() >= validFromDate.getTime() && Date.now() <= validToDate.getTime();
  }
}
