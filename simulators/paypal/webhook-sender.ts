import { createSign, generateKeyPairSync, verify, type KeyPairKeyObjectResult } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventDraft } from './responses.ts';
import { newId } from './ledger.ts';

/**
 * "early" delivers before the call that caused the event is answered. The last four make
 * transmissions that must not be accepted.
 */
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

/** The data that a signature covers beside the event, and the signature in base64. */
export type Transmission = {
  readonly id: string;
  readonly time: string;
  readonly webhookId: string;
  readonly signature: string;
};

/** The id of the product's webhook, as PayPal's dashboard would show it. */
export const simulatorWebhookId = 'WHLOCAL';

let keys: KeyPairKeyObjectResult | undefined;

/** Those of the program, made when they are first needed: RSA keys take a while. */
const getKeys = (): KeyPairKeyObjectResult =>
  (keys ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));

/**
 * Signs events as PayPal does and delivers them, in 25 tries at most, one second apart and then
 * twice as long each time, up to a minute. Modes make it misbehave.
 */
export class WebhookSender {
  readonly #certificate = `CERT-${newId()}`;
  readonly subscriptions = new Map<string, WebhookSubscription>();
  /** The last thousand events, newest last. */
  readonly events: WebhookEvent[] = [];
  /** Held back by the modes "hold" and "reorder". */
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

  /** The public key as PEM, for its path; undefined for other paths. */
  certificatePem(path: string): string | undefined {
    return path === `/v1/notifications/certs/${this.#certificate}`
      ? getKeys().publicKey.export({ type: 'spki', format: 'pem' }).toString()
      : undefined;
  }

  /** Held events are delivered unless the new mode is "hold"; in "reorder" newest first. */
  setMode(mode: DeliveryMode): void {
    const held = mode === 'hold' ? [] : this.#queued.splice(0);
    this.#mode = mode;
    for (const event of mode === 'reorder' ? held.toReversed() : held) void this.deliver(event);
  }

  /** Resolves at once; in the mode "early" once the first delivery was answered. */
  async emit({ type, resource }: EventDraft): Promise<void> {
    const event: WebhookEvent = {
      id: `WH-${newId()}`,
      event_version: '1.0',
      create_time: new Date().toISOString(),
      resource_type: resourceTypeOf(type),
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

  /** Delivers to every subscription of the event's type. */
  async deliver(event: WebhookEvent, maxTries = 25): Promise<void> {
    const delivery = Promise.all(
      [...this.subscriptions.values()]
        .filter(({ event_types: types }) =>
          types.some(({ name }) => name === '*' || name === event.event_type),
        )
        .map((subscription) => this.deliverTo(subscription, event, maxTries)),
    ).then(() => void this.#deliveries.delete(delivery));
    this.#deliveries.add(delivery);
    await delivery;
  }

  /** Resolves when every delivery that has begun is answered or given up. */
  async waitForDeliveries(): Promise<void> {
    while (this.#deliveries.size > 0) await Promise.all(this.#deliveries);
  }

  /** Delivers to one subscription, signed for it, until it is accepted or `maxTries` were made. */
  async deliverTo(
    { id, url }: WebhookSubscription,
    event: WebhookEvent,
    maxTries: number,
  ): Promise<void> {
    const body = JSON.stringify(event);
    for (let failedTries = 0; failedTries < maxTries && !this.#isClosed; failedTries++) {
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
        // Nobody listens: tried again.
      }
      await sleep(Math.min(1000 * 2 ** failedTries, 60_000), undefined, { ref: false });
    }
  }

  #headers(body: string, subscriptionId: string): Record<string, string> {
    const id = crypto.randomUUID();
    const time = new Date(
      Date.now() - (this.#mode === 'old-time' ? 10 * 86_400_000 : 0),
    ).toISOString();
    const webhook = this.#mode === 'bad-webhook-id' ? 'WHOTHER' : subscriptionId;
    const signature = createSign('sha256')
      .update(`${id}|${time}|${webhook}|${crc32(body)}`)
      .sign(getKeys().privateKey, 'base64');
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

  /** True if a signature over an event's raw text is ours. */
  isSignatureValid(text: string, transmission: Transmission): boolean {
    const { id, time, webhookId, signature } = transmission;
    const signedText = Buffer.from(`${id}|${time}|${webhookId}|${crc32(text)}`);
    return verify('sha256', signedText, getKeys().publicKey, Buffer.from(signature, 'base64'));
  }
}

function resourceTypeOf(eventType: string): string {
  if (eventType.startsWith('CHECKOUT')) return 'checkout-order';
  return eventType.startsWith('CUSTOMER') ? 'dispute' : 'capture';
}
