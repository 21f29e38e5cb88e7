import { createHmac } from 'node:crypto';
import type { Deps } from '../deps.ts';

/** Makes the secrets of endpoints, which are kept nowhere: each follows from its salt. */
export class WebhookSecrets {
  readonly #deps: Pick<Deps, 'signer'>;

  constructor(deps: Pick<Deps, 'signer'>) {
    this.#deps = deps;
  }

  /** Returns "whsec_" and 32 bytes as base64, as https://www.standardwebhooks.com has them. */
  make(salt: string): string {
    const signature = this.#deps.signer.sign(`webhook-secret:${salt}`);
    return `whsec_${Buffer.from(signature, 'base64url').toString('base64')}`;
  }
}

type SignedMessage = {
  readonly id: string;
  readonly body: string;
  readonly at: Date;
  readonly secret: string;
};

/**
 * The headers of Standard Webhooks: id, time in seconds, and the HMAC-SHA256 over both and the
 * body.
 */
export function signWebhook({ id, body, at, secret }: SignedMessage): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmac}`,
  };
}
