import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';
import { defaultTimeoutMs, type PaypalOptions } from './api-client.ts';

/** The public keys that PayPal's webhooks are signed with, by the URL of their certificate. */
export class WebhookCertificates {
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
   * undefined where there is no valid certificate at an allowed URL. Throws where the provider does
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
