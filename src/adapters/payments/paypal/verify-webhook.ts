import { createPublicKey, verify, X509Certificate, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { PaymentProvider } from '#core/orders/payment/provider.ts';
import type { PaypalOptions } from './api-client.ts';

const eventSchema = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  create_time: z.iso.datetime({ offset: true }).optional(),
  resource: z.object({
    id: z.string().max(60).optional(),
    supplementary_data: z
      .object({
        related_ids: z
          .object({
            order_id: z.string().max(60).optional(),
            capture_id: z.string().max(60).optional(),
          })
          .default({}),
      })
      .optional(),
    links: z.array(z.object({ href: z.string(), rel: z.string() })).default([]),
    disputed_transactions: z
      .array(z.object({ seller_transaction_id: z.string().max(60) }))
      .optional(),
    dispute_outcome: z.object({ outcome_code: z.string().max(60) }).optional(),
  }),
});

/** Outcomes of a dispute after which the money is the seller's. Source: PayPal's Disputes API, outcome_code. */
const sellerFavouredOutcomes = new Set([
  'RESOLVED_SELLER_FAVOUR',
  'RESOLVED_WITH_PAYOUT',
  'CANCELED_BY_BUYER',
  'DENIED',
]);

/** What an event says of a dispute; undefined for every other. A resolution against us leaves it open: the refund says the rest. */
function readDisputeState(
  type: string,
  outcome: string | undefined,
): 'opened' | 'ended' | undefined {
  if (type === 'CUSTOMER.DISPUTE.RESOLVED')
    return sellerFavouredOutcomes.has(outcome ?? '') ? 'ended' : 'opened';
  return type === 'PAYMENT.CAPTURE.REVERSED' || type === 'CUSTOMER.DISPUTE.CREATED'
    ? 'opened'
    : undefined;
}

/** A transmission is believed for so long after it was signed: PayPal tries again for three days. Milliseconds. */
const maxAgeMs = 3 * 86_400_000 + 3_600_000;
const maxClockSkewMs = 5 * 60_000;

/**
 * Verifies webhooks as PayPal describes it: RSA-SHA256 over `id|time|webhook id|CRC-32 of the raw body in decimal`, by the certificate
 * at the URL that the header names. That URL has to be PayPal's own (or the local counterpart's); no other is ever asked.
 */
export function createWebhookVerifier(options: PaypalOptions): PaymentProvider['verifyWebhook'] {
  const certificates = new Map<string, KeyObject>();
  const simulatorOrigin =
    new URL(options.baseUrl).protocol === 'http:' ? new URL(options.baseUrl).origin : undefined;

  function isAllowedCertificateUrl(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { protocol, hostname, pathname, origin, username, port } = new URL(url);
    if (!pathname.startsWith('/v1/notifications/certs/') || username !== '') return false;
    return simulatorOrigin === undefined
      ? protocol === 'https:' && port === '' && hostname.endsWith('.paypal.com')
      : origin === simulatorOrigin;
  }

  async function fetchPublicKey(url: string): Promise<KeyObject | undefined> {
    const known = certificates.get(url);
    if (known) return known;
    try {
      const response = await fetch(url, {
        signal: AbortSignal.timeout(options.timeoutMs ?? 20_000),
        redirect: 'error',
      });
      const text = (await response.text()).slice(0, 20_000);
      if (!response.ok) return undefined;
      if (text.includes('BEGIN CERTIFICATE')) {
        const { validFromDate, validToDate } = new X509Certificate(text);
        if (Date.now() < validFromDate.getTime() || Date.now() > validToDate.getTime())
          return undefined;
      } else if (simulatorOrigin === undefined) return undefined;
      const key = createPublicKey(text);
      if (certificates.size > 20) certificates.clear();
      certificates.set(url, key);
      return key;
    } catch {
      return undefined;
    }
  }

  return async (raw, headers) => {
    const reject = (reason: string) => ({ kind: 'rejected', reason }) as const;
    const [id, time, signature, certificate, algorithm] = ['id', 'time', 'sig']
      .map((name) => headers[`paypal-transmission-${name}`])
      .concat([headers['paypal-cert-url'], headers['paypal-auth-algo']]);
    if (!id || !time || !signature || !certificate || algorithm !== 'SHA256withRSA')
      return reject('a header is missing');
    if (!isAllowedCertificateUrl(certificate))
      return reject("the certificate is not the provider's");
    const age = Date.now() - Date.parse(time);
    if (!(age < maxAgeMs && age > -maxClockSkewMs)) return reject('the time is out of the window');
    const key = await fetchPublicKey(certificate);
    if (!key) return reject('there is no such certificate');
    const signed = Buffer.from(`${id}|${time}|${options.webhookId}|${crc32(raw)}`);
    if (!verify('sha256', signed, key, Buffer.from(signature, 'base64')))
      return reject('the signature does not hold');
    const read = eventSchema.safeParse(parseJson(raw));
    if (!read.success) return reject("the event can't be read");
    const { id: eventId, event_type: type, create_time: at = time, resource } = read.data;
    const related = resource.supplementary_data?.related_ids;
    const parentCaptureId = resource.links
      .find(({ rel }) => rel === 'up')
      ?.href.split('/')
      .at(-1);
    const isOrder = type.startsWith('CHECKOUT.');
    return {
      kind: 'verified',
      eventId,
      type,
      orderId: isOrder ? (related?.order_id ?? resource.id) : related?.order_id,
      captureId:
        type === 'PAYMENT.CAPTURE.REFUNDED' || type === 'PAYMENT.CAPTURE.REVERSED'
          ? (parentCaptureId ?? related?.capture_id ?? resource.id)
          : (resource.disputed_transactions?.[0]?.seller_transaction_id ??
            (isOrder ? undefined : resource.id)),
      dispute: readDisputeState(type, resource.dispute_outcome?.outcome_code),
      at: new Date(at),
    };
  };
}

function parseJson(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
  } catch {
    return undefined;
  }
}
