import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { startPaypalSimulator } from '#simulators/paypal/index.ts';
import { callPaypalControl, getPaypalLedger, type PaypalLedger } from '../support/paypal.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { findQueryErrors, findValidator, type Message } from './paypal-schemas.ts';

export type ValidatingProxy = {
  /** Where calls go in; each of them and its answer is validated by PayPal's description. */
  readonly url: string;
  readonly webhookId: string;
  /** Messages that were validated. */
  readonly checkedMessages: string[];
  readonly schemaErrors: string[];
  /** Number of requests that were passed on. */
  readonly countRequests: () => number;
  /** Sets one of the simulator's switches. */
  readonly callControlApi: (control: string, body: object) => Promise<unknown>;
  readonly getLedger: () => Promise<PaypalLedger>;
  readonly getAccessToken: () => Promise<string>;
  /** Resolves when every webhook that the simulator began to send is answered. */
  readonly waitForWebhooks: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A PayPal simulator behind a proxy that validates every message. */
export async function startValidatingProxy(webhookUrl?: string): Promise<ValidatingProxy> {
  const folder = createTemporaryFolder('paypal');
  const simulator = await startPaypalSimulator({
    port: 0,
    dataFile: path.join(folder.path, 'paypal.jsonl'),
    ...(webhookUrl ? { webhookUrl } : {}),
  });
  const log: MessageLog = { checkedMessages: [], schemaErrors: [] };
  let requestCount = 0;
  const server = http.createServer((req, res) => {
    requestCount++;
    void forwardRequest(simulator.origin, log, req, res).catch(() => res.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...log,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webhookId: simulator.webhookId,
    countRequests: () => requestCount,
    callControlApi: (control, body) => callPaypalControl(simulator.origin, control, body),
    getLedger: () => getPaypalLedger(simulator.origin),
    getAccessToken: () => getAccessToken(simulator.origin),
    waitForWebhooks: simulator.waitForWebhooks,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await simulator.close();
      folder.remove();
    },
  };
}

type MessageLog = { readonly checkedMessages: string[]; readonly schemaErrors: string[] };

async function forwardRequest(
  simulatorOrigin: string,
  log: MessageLog,
  req: http.IncomingMessage,
  res: http.ServerResponse,
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  const requestBody = Buffer.concat(parts).toString();
  const url = new URL(req.url ?? '/', simulatorOrigin);
  const message: Message = { method: String(req.method), path: url.pathname };
  const response = await fetch(url, {
    method: message.method,
    headers: req.headers as Record<string, string>,
    ...(requestBody === '' ? {} : { body: requestBody }),
  });
  const body = await response.text();
  const { status } = response;
  if (status !== 400) log.schemaErrors.push(...findQueryErrors(message, url.searchParams));
  // A request that the simulator refused as malformed was meant to be malformed.
  if (status !== 400 && String(req.headers['content-type']).includes('json'))
    validateMessage(log, message, requestBody);
  validateMessage(log, { ...message, status }, body);
  res
    .writeHead(status, { 'content-type': 'application/json' })
    .end(status === 204 ? undefined : body);
}

function validateMessage(log: MessageLog, message: Message, body: string): void {
  const validate = findValidator(message);
  if (!validate || body === '') return;
  const operation = `${message.method} ${message.path.replaceAll(/[A-Z0-9]{17}/g, '{id}')}`;
  const name = `${operation} ${message.status ?? 'request'}`;
  log.checkedMessages.push(name);
  if (!validate(JSON.parse(body)))
    log.schemaErrors.push(`${name}: ${JSON.stringify(validate.errors?.[0])} ${body.slice(0, 300)}`);
}

async function getAccessToken(simulatorOrigin: string): Promise<string> {
  const response = await fetch(`${simulatorOrigin}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('local:local').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}
