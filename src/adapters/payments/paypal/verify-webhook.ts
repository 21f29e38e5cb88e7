import { verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { PaymentProvider, WebhookVerification } from '#core/orders/payment/provider.ts';
import type { PaypalOptions } from './api-client.ts';
import { WebhookCertificates } from './webhook-certificates.ts';
import { parseWebhookEvent } from './webhook-event.ts';

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
