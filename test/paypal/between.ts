import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { startLocalPaypal } from '#adapters/payments/local/index.ts';

type Operation = {
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
};
type Description = { paths: Record<string, Record<string, Operation>> };
const read = (name: string): Description =>
  JSON.parse(readFileSync(`test/paypal/${name}`, 'utf8')) as Description;
const descriptions = {
  orders: read('checkout_orders_v2.json'),
  payments: read('payments_payment_v2.json'),
  notifications: read('notifications_webhooks_v1.json'),
};
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  validateSchema: false,
  unicodeRegExp: false,
});
for (const [name, description] of Object.entries(descriptions))
  ajv.addSchema(description, `https://paypal.test/${name}`);

const pointer = (...parts: string[]): string =>
  parts
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');

/** The description's schema of one message; undefined where it has none. */
function schemaOf(method: string, url: string, status?: number) {
  for (const [name, { paths }] of Object.entries(descriptions)) {
    const found = Object.keys(paths).find((pattern) =>
      new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url),
    );
    const operation = found && paths[found]?.[method.toLowerCase()];
    if (!found || !operation) continue;
    const base = `https://paypal.test/${name}#/paths/${pointer(found, method.toLowerCase())}`;
    if (status === undefined)
      return (
        operation.requestBody &&
        ajv.getSchema(`${base}/requestBody/content/${pointer('application/json')}/schema`)
      );
    return (
      operation.responses[String(status)]?.content &&
      ajv.getSchema(`${base}/responses/${status}/content/${pointer('application/json')}/schema`)
    );
  }
  return undefined;
}

export type Between = {
  /** Where calls go in; every one of them, and its answer, is held against PayPal's description on the way. */
  readonly base: string;
  readonly webhookId: string;
  /** What was held against a schema, and what did not fit. */
  readonly held: string[];
  readonly wrong: string[];
  /** Presses a switch of the counterpart, and answers what it says. */
  sim(what: string, body: object): Promise<unknown>;
  ledger(): Promise<{ charges: { custom_id: string }[]; refunds: unknown[]; tokens: number }>;
  /** An access token of the counterpart. */
  token(): Promise<string>;
  close(): Promise<void>;
};

/** A counterpart, and something between it and whoever calls that reads along. */
export async function openBetween(webhookUrl?: string): Promise<Between> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-openapi-'));
  const local = await startLocalPaypal({
    port: 0,
    dataFile: path.join(folder, 'paypal.jsonl'),
    ...(webhookUrl ? { webhookUrl } : {}),
  });
  const held: string[] = [];
  const wrong: string[] = [];
  const judge = (what: string, validate: ReturnType<typeof schemaOf>, body: string): void => {
    if (!validate || body === '') return;
    held.push(what);
    if (!validate(JSON.parse(body)))
      wrong.push(`${what}: ${JSON.stringify(validate.errors?.[0])} ${body.slice(0, 300)}`);
  };
  const server = http.createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      void (async () => {
        const text = Buffer.concat(parts).toString();
        const url = new URL(req.url ?? '/', local.origin);
        const name = `${req.method} ${url.pathname.replaceAll(/[A-Z0-9]{17}/g, '{id}')}`;
        const answer = await fetch(url, {
          method: String(req.method),
          headers: req.headers as Record<string, string>,
          ...(text === '' ? {} : { body: text }),
        });
        const body = await answer.text();
        // A request that the counterpart refused as not well-formed was meant to be wrong.
        if (answer.status !== 400 && String(req.headers['content-type']).includes('json'))
          judge(`${name} request`, schemaOf(String(req.method), url.pathname), text);
        judge(
          `${name} ${answer.status}`,
          schemaOf(String(req.method), url.pathname, answer.status),
          body,
        );
        res
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(answer.status === 204 ? undefined : body);
      })().catch(() => res.destroy());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sim = async (what: string, body: object): Promise<unknown> =>
    (
      await fetch(`${local.origin}/__sim/${what}`, { method: 'POST', body: JSON.stringify(body) })
    ).json();
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    webhookId: local.webhookId,
    held,
    wrong,
    sim,
    ledger: async () =>
      (await fetch(`${local.origin}/__sim/ledger`)).json() as ReturnType<Between['ledger']>,
    token: async () => {
      const answer = await fetch(`${local.origin}/v1/oauth2/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from('local:local').toString('base64')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      return ((await answer.json()) as { access_token: string }).access_token;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await local.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
