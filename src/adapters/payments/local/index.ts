/**
 * The local counterpart of PayPal: the same protocol over HTTP on a port of its own, an approval page for the payer,
 * answers repeated for repeated request ids, and switches for faults. The product can't tell it from PayPal.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Faults } from './faults.ts';
import { Ledger, newId, type LocalOrder } from './ledger.ts';
import { books, capture as captureShown, captureOf, refund } from './money.ts';
import { createOrder, problem, shown } from './orders.ts';
import { payerPage, unknownPage } from './payer-page.ts';
import { switched } from './switches.ts';
import { localWebhookId, Webhooks } from './webhooks.ts';

export type LocalPaypal = { readonly origin: string; readonly webhookId: string; close(): Promise<void> };

/** Listens on the loopback address; everything it knows is in `dataFile`. Rejects where the port is taken. */
export async function startLocalPaypal(options: { port: number; dataFile: string; webhookUrl?: string }): Promise<LocalPaypal> {
  const ledger = new Ledger(options.dataFile);
  const faults = new Faults();
  const webhooks = new Webhooks(options.webhookUrl);
  let origin = '';
  const server = http.createServer((req, res) => {
    void handle({ ledger, faults, webhooks, origin }, req, res).catch((error: unknown) => {
      if (!res.headersSent) json(res, 500, problem('INTERNAL_SERVER_ERROR', String(error)));
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, '127.0.0.1', resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    webhookId: localWebhookId,
    close: async () => {
      webhooks.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Place = { readonly ledger: Ledger; readonly faults: Faults; readonly webhooks: Webhooks; readonly origin: string };

export function json(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json', 'paypal-debug-id': newId() });
  res.end(JSON.stringify(body));
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

async function handle(place: Place, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { faults, origin, webhooks } = place;
  const url = new URL(req.url ?? '/', origin);
  const body = await bodyOf(req);
  const route = `${req.method} ${url.pathname}`;
  const done = switched(place, route, body);
  if (done) return json(res, done.status, done.body);
  const pem = webhooks.pem(url.pathname);
  if (pem) return void res.writeHead(200, { 'content-type': 'application/x-pem-file' }).end(pem);
  if (url.pathname === '/checkoutnow') return payer(place, req.method ?? 'GET', url, new URLSearchParams(body), res);
  if (route === 'POST /v1/oauth2/token') {
    const known = req.headers.authorization === `Basic ${Buffer.from('local:local').toString('base64')}`;
    if (!known) return json(res, 401, { error: 'invalid_client', error_description: 'Client Authentication failed' });
    return json(res, 200, { scope: 'https://uri.paypal.com/services/payments', access_token: 'local-token', token_type: 'Bearer', app_id: 'APP-LOCAL', expires_in: 32400, nonce: newId() });
  }
  if (req.headers.authorization !== 'Bearer local-token') return json(res, 401, problem('AUTHENTICATION_FAILURE', 'Authentication failed due to invalid authentication credentials or a missing Authorization header.'));
  const operation = operationOf(route);
  if (!operation) return json(res, 404, problem('RESOURCE_NOT_FOUND', 'The specified resource does not exist.'));
  const answer = (): { status: number; body: object } => perform(place, operation, url, String(req.headers['paypal-request-id'] ?? ''), body);
  return faults.around(operation, res, answer, (done) => json(res, done.status, done.body));
}

type Operation = 'create' | 'capture' | 'get' | 'refund' | 'get-capture' | 'books';

function operationOf(route: string): Operation | undefined {
  if (route === 'POST /v2/checkout/orders') return 'create';
  if (/^POST \/v2\/checkout\/orders\/[^/]+\/capture$/.test(route)) return 'capture';
  if (/^POST \/v2\/payments\/captures\/[^/]+\/refund$/.test(route)) return 'refund';
  if (/^GET \/v2\/payments\/captures\/[^/]+$/.test(route)) return 'get-capture';
  if (route === 'GET /v1/reporting/transactions') return 'books';
  return /^GET \/v2\/checkout\/orders\/[^/]+$/.test(route) ? 'get' : undefined;
}

function perform(place: Place, operation: Operation, url: URL, requestId: string, body: string): { status: number; body: object } {
  const { ledger, origin, webhooks } = place;
  if (operation === 'create') return createOrder(ledger, origin, requestId, body);
  if (operation === 'books') return books(ledger, url.searchParams);
  if (operation === 'refund') return refund(ledger, webhooks, origin, url.pathname.split('/')[4] ?? '', requestId, body);
  if (operation === 'get-capture') {
    const taken = captureOf(ledger, url.pathname.split('/')[4] ?? '');
    return taken ? { status: 200, body: captureShown(taken, origin) } : { status: 404, body: problem('RESOURCE_NOT_FOUND', 'The specified resource does not exist.', 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist. Please check the resource ID and try again.') };
  }
  const order = ledger.orders.get(url.pathname.split('/')[4] ?? '');
  if (!order) return { status: 404, body: problem('RESOURCE_NOT_FOUND', 'The specified resource does not exist.', 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist. Please check the resource ID and try again.') };
  if (operation === 'get') return { status: 200, body: shown(order, origin) };
  return capture(place, order, requestId);
}

function capture({ ledger, origin, webhooks, faults }: Place, order: LocalOrder, requestId: string): { status: number; body: object } {
  const key = `capture ${order.id} ${requestId}`;
  const known = requestId === '' ? undefined : ledger.replays.get(key);
  if (known) return { ...known, status: known.status === 201 ? 200 : known.status };
  const no = (issue: string, description: string) => ({ status: 422, body: problem('UNPROCESSABLE_ENTITY', 'The requested action could not be performed, semantically incorrect, or failed business validation.', issue, description) });
  if (order.status === 'COMPLETED') return no('ORDER_ALREADY_CAPTURED', 'Order already captured.If \'intent=CAPTURE\' only one capture per order is allowed.');
  if (order.status !== 'APPROVED') return no('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment. Please redirect the payer to the \'rel\':\'approve\' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.');
  if (order.badCard) {
    const declined = no('INSTRUMENT_DECLINED', 'The instrument presented  was either declined by the processor or bank, or it can\'t be used for this payment.');
    ledger.keep({ ...order, status: 'PAYER_ACTION_REQUIRED', badCard: false }, [key, declined]);
    return declined;
  }
  const paid: LocalOrder = { ...order, status: 'COMPLETED', capturedAt: new Date().toISOString(), capture: { id: newId(), status: faults.takes('pending') ? 'PENDING' : 'COMPLETED' } };
  const done = { status: 201, body: shown(paid, origin) };
  ledger.keep(paid, [key, done]);
  webhooks.tell(`PAYMENT.CAPTURE.${paid.capture?.status}`, captureShown(paid, origin), origin);
  return done;
}

function payer(place: Place, method: string, url: URL, form: URLSearchParams, res: ServerResponse): void {
  const order = place.ledger.orders.get(url.searchParams.get('token') ?? '');
  const page = (status: number, html: string): void => {
    res.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    res.end(html);
  };
  if (!order || order.status === 'COMPLETED' || order.status === 'VOIDED') return page(404, unknownPage());
  if (method !== 'POST') return page(200, payerPage(order));
  const go = (to: string, values: Record<string, string>): void => {
    const target = new URL(to);
    for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
    res.writeHead(302, { location: target.href }).end();
  };
  if (form.get('choice') === 'cancel') return go(order.cancelUrl, { token: order.id });
  place.ledger.keep({ ...order, status: 'APPROVED', badCard: form.get('choice') === 'decline' });
  place.webhooks.tell('CHECKOUT.ORDER.APPROVED', { id: order.id, status: 'APPROVED' }, place.origin);
  return go(order.returnUrl, { token: order.id, PayerID: 'LCALPAYER2345' });
}
