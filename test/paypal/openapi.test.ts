import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaypal } from '#adapters/payments/paypal.ts';
import { startLocalPaypal, type LocalPaypal } from '#adapters/payments/local/index.ts';

type Operation = { requestBody?: { content: Record<string, { schema: object }> }; responses: Record<string, { content?: Record<string, { schema: object }> }> };
type Description = { paths: Record<string, Record<string, Operation>> };
const read = (name: string): Description => JSON.parse(readFileSync(`test/paypal/${name}`, 'utf8')) as Description;
const descriptions = { orders: read('checkout_orders_v2.json'), payments: read('payments_payment_v2.json') };
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, unicodeRegExp: false });
for (const [name, description] of Object.entries(descriptions)) ajv.addSchema(description, `https://paypal.test/${name}`);

const pointer = (...parts: string[]): string => parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

/** The description's schema of one message; undefined where it has none. */
function schemaOf(method: string, url: string, status?: number) {
  for (const [name, { paths }] of Object.entries(descriptions)) {
    const found = Object.keys(paths).find((pattern) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url));
    const operation = found && paths[found]?.[method.toLowerCase()];
    if (!found || !operation) continue;
    const base = `https://paypal.test/${name}#/paths/${pointer(found, method.toLowerCase())}`;
    if (status === undefined) return operation.requestBody && ajv.getSchema(`${base}/requestBody/content/${pointer('application/json')}/schema`);
    return operation.responses[String(status)]?.content && ajv.getSchema(`${base}/responses/${status}/content/${pointer('application/json')}/schema`);
  }
  return undefined;
}

let local: LocalPaypal;
let between: http.Server;
let base: string;
const folder = mkdtempSync(path.join(os.tmpdir(), 'reportstand-openapi-'));
const held: string[] = [];
const wrong: string[] = [];

/** Everything between adapter and counterpart passes here and is held against PayPal's description. */
beforeAll(async () => {
  local = await startLocalPaypal({ port: 0, dataFile: path.join(folder, 'paypal.jsonl') });
  between = http.createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      void (async () => {
        const text = Buffer.concat(parts).toString();
        const url = new URL(req.url ?? '/', local.origin);
        const judge = (what: string, validate: ReturnType<typeof schemaOf>, body: string): void => {
          if (!validate || body === '') return;
          held.push(what);
          if (!validate(JSON.parse(body))) wrong.push(`${what}: ${JSON.stringify(validate.errors?.[0])}`);
        };
        const isJson = String(req.headers['content-type']).includes('json');
        if (isJson) judge(`${req.method} ${url.pathname.replaceAll(/[A-Z0-9]{17}/g, '{id}')} request`, schemaOf(String(req.method), url.pathname), text);
        const answer = await fetch(url, { method: String(req.method), headers: req.headers as Record<string, string>, ...(text === '' ? {} : { body: text }) });
        const body = await answer.text();
        judge(`${req.method} ${url.pathname.replaceAll(/[A-Z0-9]{17}/g, '{id}')} ${answer.status}`, schemaOf(String(req.method), url.pathname, answer.status), body);
        res.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
      })();
    });
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(between.address() as AddressInfo).port}`;
});
afterAll(async () => {
  between?.close();
  await local?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('every request of ours, and every answer of the counterpart, is what PayPal\'s own description says', async () => {
  const paypal = createPaypal({ baseUrl: base, clientId: 'local', secret: 'local', webhookId: local.webhookId, timeout: 3000 });
  const request = { requestId: 'c-1-1', customId: '1', invoiceId: 'QI-000001', description: 'QM-1 A report', amount: 350_000, currency: 'USD', brand: 'Quillmark Insights', returnUrl: 'https://store.example/payment-success', cancelUrl: 'https://store.example/buy-now' };
  const created = await paypal.create(request);
  if (created.kind !== 'created') throw new Error(JSON.stringify(created));
  expect(await paypal.create(request)).toMatchObject({ kind: 'created', providerId: created.providerId });
  expect(await paypal.capture(created.providerId, 'k-1')).toMatchObject({ kind: 'not-approved' });
  await fetch(created.approvalUrl, { method: 'POST', body: new URLSearchParams({ choice: 'decline' }), redirect: 'manual' });
  expect(await paypal.capture(created.providerId, 'k-2')).toMatchObject({ kind: 'declined' });
  await fetch(created.approvalUrl, { method: 'POST', body: new URLSearchParams({ choice: 'pay' }), redirect: 'manual' });
  expect(await paypal.capture(created.providerId, 'k-3')).toEqual({ kind: 'done' });
  const seen = await paypal.look(created.providerId);
  if (seen.kind !== 'seen') throw new Error('not seen');
  const capture = String(seen.captures[0]?.id);
  expect(await paypal.refund(capture, 'r-1', 10_000, 'USD')).toMatchObject({ kind: 'done' });
  expect(await paypal.refund(capture, 'r-2', 999_999, 'USD')).toMatchObject({ kind: 'refused', issue: 'REFUND_AMOUNT_EXCEEDED' });
  expect(await paypal.look('NOSUCHORDER')).toEqual({ kind: 'missing' });
  expect(wrong).toEqual([]);
  expect([...new Set(held)].toSorted()).toEqual(expect.arrayContaining(['GET /v2/checkout/orders/{id} 200', 'POST /v2/checkout/orders 201', 'POST /v2/checkout/orders request', 'POST /v2/checkout/orders/{id}/capture 201', 'POST /v2/payments/captures/{id}/refund 201', 'POST /v2/payments/captures/{id}/refund request']));
});
