/**
 * The local counterpart of PayPal: the same protocol over HTTP on a port of its own, an approval page for the payer,
 * answers repeated for repeated request ids, and switches for faults. The product can't tell it from PayPal.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { failure, type Done } from './answers.ts';
import { Faults } from './faults.ts';
import { Ledger, newId } from './ledger.ts';
import { operationOf, perform, type Called } from './operations.ts';
import { payer } from './payer.ts';
import type { Place } from './place.ts';
import { once } from './once.ts';
import { switched } from './switches.ts';
import { localWebhookId, Webhooks } from './webhooks.ts';

export type LocalPaypal = {
  readonly origin: string;
  readonly webhookId: string;
  close(): Promise<void>;
};

/** Listens on the loopback address; everything it knows is in `dataFile`. Rejects where the port is taken. */
export async function startLocalPaypal(options: {
  port: number;
  dataFile: string;
  webhookUrl?: string;
}): Promise<LocalPaypal> {
  const made = {
    ledger: new Ledger(options.dataFile),
    faults: new Faults(),
    webhooks: new Webhooks(options.webhookUrl),
    tokens: { issued: 0, good: new Map() },
    busy: new Map(),
    account: {
      blockDuplicateInvoices: true,
      restricted: false,
      keepApproved: false,
      duplicates: 'wait' as const,
      lag: 0,
    },
  };
  let origin = '';
  const server = http.createServer((req, res) => {
    void handle({ ...made, origin }, req, res).catch(() => {
      if (!res.headersSent) send(res, failure(500));
    });
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve),
  );
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  made.webhooks.origin = origin;
  return {
    origin,
    webhookId: localWebhookId,
    close: async () => {
      made.webhooks.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function send(res: ServerResponse, { status, body }: Done): void {
  if (res.destroyed) return;
  res.writeHead(status, { 'content-type': 'application/json', 'paypal-debug-id': newId() });
  res.end(status === 204 ? undefined : JSON.stringify(body));
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Only the part that `Prefer` asks for: an id, a state and links by default. */
function preferred(done: Done, prefer: string): Done {
  if (done.status >= 300 || prefer.includes('return=representation')) return done;
  const { id, status, links } = done.body as Record<string, unknown>;
  return { ...done, body: { id, status, links } };
}

/** An access token for nine hours, for whoever knows the secret. */
function token({ ledger, tokens }: Place, authorization: string | undefined): Done {
  if (authorization !== `Basic ${Buffer.from('local:local').toString('base64')}`)
    return {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
    };
  const text = `local-${newId()}`;
  tokens.good.set(text, ledger.now() + 32_400_000);
  tokens.issued++;
  return {
    status: 200,
    body: {
      scope: 'https://uri.paypal.com/services/payments',
      access_token: text,
      token_type: 'Bearer',
      app_id: 'APP-LOCAL',
      expires_in: 32400,
      nonce: newId(),
    },
  };
}

async function handle(place: Place, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { faults, origin, webhooks, ledger, tokens } = place;
  const url = new URL(req.url ?? '/', origin);
  const text = await bodyOf(req);
  const method = req.method ?? 'GET';
  const route = `${method} ${url.pathname}`;
  const finish = async (done: Done): Promise<void> => {
    for (const one of done.tell ?? []) await webhooks.tell(one);
    send(res, done);
  };
  const done = switched(place, route, text);
  if (done) {
    if (done.keep) ledger.keep(done.keep);
    return finish(done);
  }
  const pem = webhooks.pem(url.pathname);
  if (pem) return void res.writeHead(200, { 'content-type': 'application/x-pem-file' }).end(pem);
  if (url.pathname === '/checkoutnow')
    return payer(place, method, url, new URLSearchParams(text), res);
  if (route === 'POST /v1/oauth2/token') return send(res, token(place, req.headers.authorization));
  const until = tokens.good.get(req.headers.authorization?.replace(/^Bearer /, '') ?? '') ?? 0;
  if (until <= ledger.now()) return send(res, failure(401));
  const found = operationOf(method, url.pathname);
  if (typeof found === 'number') return send(res, failure(found));
  if (
    (method === 'POST' || method === 'PATCH') &&
    text !== '' &&
    !String(req.headers['content-type']).startsWith('application/json')
  )
    return send(res, failure(415));
  const called: Called = {
    ...found,
    query: url.searchParams,
    text,
    requestId: String(req.headers['paypal-request-id'] ?? ''),
    mock: req.headers['paypal-mock-response'],
  };
  const answer = (one: Done): Promise<void> =>
    finish(called.prefers ? preferred(one, String(req.headers.prefer ?? '')) : one);
  return once(place, called, answer, () =>
    faults.around(called.operation, called.id, res, () => kept(place, called), answer),
  );
}

/** Performs it, or answers what its request id was answered before; what changed is on disk before anybody hears of it. */
function kept(place: Place, called: Called): Done {
  const { ledger } = place;
  const key = `${called.operation} ${called.id} ${called.requestId}`;
  const known = called.requestId === '' ? undefined : ledger.replays.get(key);
  const keep = called.operation === 'refund' ? 45 * 86_400_000 : 6 * 3_600_000;
  if (known && ledger.now() - known.at < keep) {
    const latest =
      called.operation === 'create'
        ? perform(place, { ...called, operation: 'get', id: (known.body as { id: string }).id })
        : known;
    return { status: known.status === 201 ? 200 : known.status, body: latest.body };
  }
  const done = perform(place, called);
  if (done.keep ?? done.stored)
    ledger.keep(
      done.keep,
      done.stored && called.requestId !== ''
        ? [key, { status: done.status, body: done.body, at: ledger.now() }]
        : undefined,
    );
  return done;
}
