import { createSign, generateKeyPairSync, verify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventDraft } from './responses.ts';
import { newId } from './ledger.ts';

/** "early" delivers before the call is answered that caused the event; the last four make transmissions that nobody may believe. */
export const deliveryModes = [
  'normal',
  'early',
  'hold',
  'drop',
  'duplicate',
  'reorder',
  'bad-signature',
  'bad-webhook-id',
  'foreign-cert',
  'old-time',
] as const;
export type DeliveryMode = (typeof deliveryModes)[number];
const untrustedModes: ReadonlySet<DeliveryMode> = new Set([
  'bad-signature',
  'bad-webhook-id',
  'foreign-cert',
  'old-time',
]);

export type WebhookEvent = {
  readonly id: string;
  readonly event_version: string;
  readonly create_time: string;
  readonly resource_type: string;
  readonly event_type: string;
  readonly summary: string;
  readonly resource: object;
};
export type WebhookSubscription = {
  readonly id: string;
  readonly url: string;
  readonly event_types: readonly { name: string }[];
};

/** The id of the local webhook, as PayPal's dashboard would show it. */
export const simulatorWebhookId = 'WHLOCAL';

/** Signs events as PayPal does and delivers them with retries, 1 s doubling to a minute, 25 at most. Modes make it misbehave. */
export class WebhookSender {
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #certificate = `CERT-${newId()}`;
  readonly subscriptions = new Map<string, WebhookSubscription>();
  /** Everything that was told, newest last, the last thousand. */
  readonly events: WebhookEvent[] = [];
  #queued: WebhookEvent[] = [];
  #mode: DeliveryMode = 'normal';
  #isClosed = false;
  readonly #deliveries = new Set<Promise<void>>();
  origin = '';

  constructor(url: string | undefined) {
    if (url)
      this.subscriptions.set(simulatorWebhookId, {
        id: simulatorWebhookId,
        url,
        event_types: [{ name: '*' }],
      });
  }

  /** The public key as PEM, under its path. */
  certificatePem(path: string): string | undefined {
    return path === `/v1/notifications/certs/${this.#certificate}`
      ? this.#keys.publicKey.export({ type: 'spki', format: 'pem' }).toString()
      : undefined;
  }

  /** What was held goes out when the mode is no longer "hold"; in "reorder" newest first. */
  setMode(mode: DeliveryMode): void {
    const held = mode === 'hold' ? [] : this.#queued.splice(0);
    this.#mode = mode;
    for (const event of mode === 'reorder' ? held.toReversed() : held) void this.deliver(event);
  }

  /** Resolves at once, in the mode "early" after the first delivery was answered. */
  async emit({ type, resource }: EventDraft): Promise<void> {
    const event: WebhookEvent = {
      id: `WH-${newId()}`,
      event_version: '1.0',
      create_time: new Date().toISOString(),
      resource_type: type.startsWith('CHECKOUT')
        ? 'checkout-order'
        : type.startsWith('CUSTOMER')
          ? 'dispute'
          : 'capture',
      event_type: type,
      summary: type,
      resource,
    };
    this.events.push(event);
    if (this.events.length > 1000) this.events.shift();
    if (this.#mode === 'drop') return;
    if (this.#mode === 'hold' || this.#mode === 'reorder') return void this.#queued.push(event);
    if (this.#mode === 'early') return this.deliver(event, 1);
    for (let i = 0; i < (this.#mode === 'duplicate' ? 10 : 1); i++) void this.deliver(event);
  }

  close(): void {
    this.#isClosed = true;
  }

  /** To every hook that listens, until each took it or `most` tries were made. */
  async deliver(event: WebhookEvent, maxTries = 25): Promise<void> {
    const delivery = Promise.all(
      [...this.subscriptions.values()]
        .filter(({ event_types: types }) =>
          types.some(({ name }) => name === '*' || name === event.event_type),
        )
        .map((hook) => this.deliverTo(hook, event, maxTries)),
    ).then(() => void this.#deliveries.delete(delivery));
    this.#deliveries.add(delivery);
    await delivery;
  }

  /** Resolves when every delivery that has begun is answered or given up. */
  async waitForDeliveries(): Promise<void> {
    while (this.#deliveries.size > 0) await Promise.all(this.#deliveries);
  }

  /** To one hook, signed for it. */
  async deliverTo(
    { id, url }: WebhookSubscription,
    event: WebhookEvent,
    maxTries: number,
  ): Promise<void> {
    const body = JSON.stringify(event);
    for (let tries = 0; tries < maxTries && !this.#isClosed; tries++) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          body,
          headers: this.#headers(body, id),
          signal: AbortSignal.timeout(10_000),
        });
        await response.arrayBuffer();
        if (response.ok || untrustedModes.has(this.#mode)) return;
      } catch {
        /* Nobody listens: once more. */
      }
      await sleep(Math.min(1000 * 2 ** tries, 60_000), undefined, { ref: false });
    }
  }

  #headers(body: string, hook: string): Record<string, string> {
    const id = crypto.randomUUID();
    const time = new Date(
      Date.now() - (this.#mode === 'old-time' ? 10 * 86_400_000 : 0),
    ).toISOString();
    const webhook = this.#mode === 'bad-webhook-id' ? 'WHOTHER' : hook;
    const signature = createSign('sha256')
      .update(`${id}|${time}|${webhook}|${crc32(body)}`)
      .sign(this.#keys.privateKey, 'base64');
    return {
      'content-type': 'application/json',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-transmission-sig':
        this.#mode === 'bad-signature'
          ? signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
          : signature,
      'paypal-cert-url':
        this.#mode === 'foreign-cert'
          ? 'https://evil.example/v1/notifications/certs/CERT-1'
          : `${this.origin}/v1/notifications/certs/${this.#certificate}`,
    };
  }

  /** True where a signature over an event's raw text is ours. */
  isSignatureValid(
    text: string,
    {
      id,
      time,
      signature,
      webhook,
    }: { id: string; time: string; signature: string; webhook: string },
  ): boolean {
    return verify(
      'sha256',
      Buffer.from(`${id}|${time}|${webhook}|${crc32(text)}`),
      this.#keys.publicKey,
      Buffer.from(signature, 'base64'),
    );
  }
}
