import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { startPaypalSimulator } from '#adapters/payments/paypal-simulator/index.ts';

type Operation = {
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
};
type OpenApiDocument = { paths: Record<string, Record<string, Operation>> };
const readDescription = (name: string): OpenApiDocument =>
  JSON.parse(readFileSync(`test/paypal-simulator/${name}`, 'utf8')) as OpenApiDocument;
const descriptions = {
  orders: readDescription('checkout_orders_v2.json'),
  payments: readDescription('payments_payment_v2.json'),
  notifications: readDescription('notifications_webhooks_v1.json'),
};
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  validateSchema: false,
  unicodeRegExp: false,
});
for (const [name, description] of Object.entries(descriptions))
  ajv.addSchema(description, `https://paypal.test/${name}`);

const jsonPointer = (...parts: string[]): string =>
  parts
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');

/** The description's schema of one message; undefined where it has none. */
function findSchema(method: string, url: string, status?: number) {
  for (const [name, { paths }] of Object.entries(descriptions)) {
    const found = Object.keys(paths).find((pattern) =>
      new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url),
    );
    const operation = found && paths[found]?.[method.toLowerCase()];
    if (!found || !operation) continue;
    const base = `https://paypal.test/${name}#/paths/${jsonPointer(found, method.toLowerCase())}`;
    if (status === undefined)
      return (
        operation.requestBody &&
        ajv.getSchema(`${base}/requestBody/content/${jsonPointer('application/json')}/schema`)
      );
    return (
      operation.responses[String(status)]?.content &&
      ajv.getSchema(`${base}/responses/${status}/content/${jsonPointer('application/json')}/schema`)
    );
  }
  return undefined;
}

export type ValidatingProxy = {
  /** Where calls go in; every one of them, and its answer, is held against PayPal's description on the way. */
  readonly url: string;
  readonly webhookId: string;
  /** What was held against a schema, and what did not fit. */
  readonly checkedMessages: string[];
  readonly schemaErrors: string[];
  /** Presses a switch of the counterpart, and answers what it says. */
  callControlApi(what: string, body: object): Promise<unknown>;
  getLedger(): Promise<{ charges: { custom_id: string }[]; refunds: unknown[]; tokens: number }>;
  /** An access token of the counterpart. */
  getAccessToken(): Promise<string>;
  close(): Promise<void>;
};

/** A counterpart, and something between it and whoever calls that reads along. */
export async function startValidatingProxy(webhookUrl?: string): Promise<ValidatingProxy> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-openapi-'));
  const simulator = await startPaypalSimulator({
    port: 0,
    dataFile: path.join(folder, 'paypal.jsonl'),
    ...(webhookUrl ? { webhookUrl } : {}),
  });
  const checkedMessages: string[] = [];
  const schemaErrors: string[] = [];
  const validateMessage = (
    what: string,
    validate: ReturnType<typeof findSchema>,
    body: string,
  ): void => {
    if (!validate || body === '') return;
    checkedMessages.push(what);
    if (!validate(JSON.parse(body)))
      schemaErrors.push(`${what}: ${JSON.stringify(validate.errors?.[0])} ${body.slice(0, 300)}`);
  };
  const server = http.createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      void (async () => {
        const text = Buffer.concat(parts).toString();
        const url = new URL(req.url ?? '/', simulator.origin);
        const name = `${req.method} ${url.pathname.replaceAll(/[A-Z0-9]{17}/g, '{id}')}`;
        const answer = await fetch(url, {
          method: String(req.method),
          headers: req.headers as Record<string, string>,
          ...(text === '' ? {} : { body: text }),
        });
        const body = await answer.text();
        // A request that the counterpart refused as not well-formed was meant to be wrong.
        if (answer.status !== 400 && String(req.headers['content-type']).includes('json'))
          validateMessage(`${name} request`, findSchema(String(req.method), url.pathname), text);
        validateMessage(
          `${name} ${answer.status}`,
          findSchema(String(req.method), url.pathname, answer.status),
          body,
        );
        res
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(answer.status === 204 ? undefined : body);
      })().catch(() => res.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const callControlApi = async (what: string, body: object): Promise<unknown> =>
    (
      await fetch(`${simulator.origin}/__sim/${what}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
    ).json();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webhookId: simulator.webhookId,
    checkedMessages,
    schemaErrors,
    callControlApi,
    getLedger: async () =>
      (await fetch(`${simulator.origin}/__sim/ledger`)).json() as ReturnType<
        ValidatingProxy['getLedger']
      >,
    getAccessToken: async () => {
      const answer = await fetch(`${simulator.origin}/v1/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from('local:local').toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      return ((await answer.json()) as { access_token: string }).access_token;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
