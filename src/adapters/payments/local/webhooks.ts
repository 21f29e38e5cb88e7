import { createSign, generateKeyPairSync } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from './ledger.ts';

export const modes = ['normal', 'hold', 'drop', 'duplicate', 'reorder', 'bad-signature', 'bad-webhook-id', 'foreign-cert', 'old-time'] as const;
export type Mode = (typeof modes)[number];

/** The id of the local webhook, as PayPal's dashboard would show it. */
export const localWebhookId = 'WH-LOCAL';

/** Signs events as PayPal does and delivers them with retries, 1 s doubling to a minute, 25 at most. Modes make it misbehave. */
export class Webhooks {
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #certificate = `CERT-${newId()}`;
  #held: object[] = [];
  #mode: Mode = 'normal';
  #closed = false;
  readonly url: string | undefined;

  constructor(url: string | undefined) {
    this.url = url;
  }

  /** The public key as PEM, under its path. */
  pem(path: string): string | undefined {
    return path === `/v1/notifications/certs/${this.#certificate}` ? this.#keys.publicKey.export({ type: 'spki', format: 'pem' }).toString() : undefined;
  }

  /** What was held goes out when the mode is no longer "hold"; in "reorder" newest first. */
  set(mode: Mode, origin: string): void {
    const held = mode === 'hold' ? [] : this.#held.splice(0);
    this.#mode = mode;
    for (const event of mode === 'reorder' ? held.toReversed() : held) void this.#deliver(event, origin);
  }

  tell(type: string, resource: object, origin: string): void {
    const event = { id: `WH-${newId()}`, event_version: '1.0', create_time: new Date().toISOString(), resource_type: type.startsWith('CHECKOUT') ? 'checkout-order' : 'capture', event_type: type, summary: type, resource };
    if (this.#mode === 'drop') return;
    if (this.#mode === 'hold' || this.#mode === 'reorder') return void this.#held.push(event);
    for (let i = 0; i < (this.#mode === 'duplicate' ? 10 : 1); i++) void this.#deliver(event, origin);
  }

  close(): void {
    this.#closed = true;
  }

  async #deliver(event: object, origin: string): Promise<void> {
    if (!this.url) return;
    const body = JSON.stringify(event);
    for (let tries = 0; tries < 25 && !this.#closed; tries++) {
      try {
        const response = await fetch(this.url, { method: 'POST', body, headers: this.#headers(body, origin), signal: AbortSignal.timeout(10_000) });
        await response.arrayBuffer();
        if (response.ok || ['bad-signature', 'bad-webhook-id', 'foreign-cert', 'old-time'].includes(this.#mode)) return;
      } catch { /* Nobody listens: once more. */ }
      await sleep(Math.min(1000 * 2 ** tries, 60_000), undefined, { ref: false });
    }
  }

  #headers(body: string, origin: string): Record<string, string> {
    const id = crypto.randomUUID();
    const time = new Date(Date.now() - (this.#mode === 'old-time' ? 10 * 86_400_000 : 0)).toISOString();
    const webhook = this.#mode === 'bad-webhook-id' ? 'WH-OTHER' : localWebhookId;
    const signature = createSign('sha256').update(`${id}|${time}|${webhook}|${crc32(body)}`).sign(this.#keys.privateKey, 'base64');
    return {
      'content-type': 'application/json', 'paypal-transmission-id': id, 'paypal-transmission-time': time, 'paypal-auth-algo': 'SHA256withRSA',
      'paypal-transmission-sig': this.#mode === 'bad-signature' ? signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) : signature,
      'paypal-cert-url': this.#mode === 'foreign-cert' ? 'https://evil.example/v1/notifications/certs/CERT-1' : `${origin}/v1/notifications/certs/${this.#certificate}`,
    };
  }
}
