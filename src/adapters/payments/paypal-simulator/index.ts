/**
 * The local counterpart of PayPal: the same protocol over HTTP on a port of its own, an approval page for the payer,
 * answers repeated for repeated request ids, and switches for faults. The product can't tell it from PayPal.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorResponse, type SimulatorResponse } from './responses.ts';
import { FaultPlan } from './fault-injection.ts';
import { Ledger, newId } from './ledger.ts';
import { matchOperation, performOperation, type OperationCall } from './operations.ts';
import { handleApprovalPage } from './approval.ts';
import type { SimulatorContext } from './context.ts';
import { runOncePerRequestId } from './idempotency.ts';
import { handleControlRequest } from './control-api.ts';
import { simulatorWebhookId, WebhookSender } from './webhook-sender.ts';

export type PaypalSimulator = {
  readonly origin: string;
  readonly webhookId: string;
  /** Resolves when every webhook whose delivery has begun is answered or given up: for tests. */
  waitForWebhooks(): Promise<void>;
  close(): Promise<void>;
};

/** Listens on the loopback address; everything it knows is in `dataFile`. Rejects where the port is taken. */
export async function startPaypalSimulator(options: {
  port: number;
  dataFile: string;
  webhookUrl?: string;
}): Promise<PaypalSimulator> {
  const state = {
    ledger: new Ledger(options.dataFile),
    faults: new FaultPlan(),
    webhooks: new WebhookSender(options.webhookUrl),
    tokens: { issuedCount: 0, expiresAt: new Map() },
    inFlight: new Map(),
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
    void handleRequest({ ...state, origin }, req, res).catch(() => {
      if (!res.headersSent) sendResponse(res, errorResponse(500));
    });
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve),
  );
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  state.webhooks.origin = origin;
  return {
    origin,
    webhookId: simulatorWebhookId,
    waitForWebhooks: () => state.webhooks.waitForDeliveries(),
    close: async () => {
      state.webhooks.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function sendResponse(res: ServerResponse, { status, body }: SimulatorResponse): void {
  if (res.destroyed) return;
  res.writeHead(status, { 'content-type': 'application/json', 'paypal-debug-id': newId() });
  res.end(status === 204 ? undefined : JSON.stringify(body));
}

async function readBody(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of req) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Only the part that `Prefer` asks for: an id, a state and links by default. */
function applyPreferHeader(response: SimulatorResponse, prefer: string): SimulatorResponse {
  if (response.status >= 300 || prefer.includes('return=representation')) return response;
  const { id, status, links } = response.body as Record<string, unknown>;
  return { ...response, body: { id, status, links } };
}

/** An access token for nine hours, for whoever knows the secret. */
function issueAccessToken(
  { ledger, tokens }: SimulatorContext,
  authorization: string | undefined,
): SimulatorResponse {
  if (authorization !== `Basic ${Buffer.from('local:local').toString('base64')}`)
    return {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Client Authentication failed' },
    };
  const text = `local-${newId()}`;
  tokens.expiresAt.set(text, ledger.now() + 32_400_000);
  tokens.issuedCount++;
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

async function handleRequest(
  context: SimulatorContext,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { faults, origin, webhooks, ledger, tokens } = context;
  const url = new URL(req.url ?? '/', origin);
  const text = await readBody(req);
  const method = req.method ?? 'GET';
  const route = `${method} ${url.pathname}`;
  const finish = async (done: SimulatorResponse): Promise<void> => {
    for (const one of done.events ?? []) await webhooks.emit(one);
    sendResponse(res, done);
  };
  const controlResponse = handleControlRequest(context, route, text);
  if (controlResponse) {
    if (controlResponse.savedOrder) ledger.save(controlResponse.savedOrder);
    return finish(controlResponse);
  }
  const pem = webhooks.certificatePem(url.pathname);
  if (pem) return void res.writeHead(200, { 'content-type': 'application/x-pem-file' }).end(pem);
  if (url.pathname === '/checkoutnow')
    return handleApprovalPage(context, method, url, new URLSearchParams(text), res);
  if (route === 'POST /v1/oauth2/token')
    return sendResponse(res, issueAccessToken(context, req.headers.authorization));
  const expiresAt =
    tokens.expiresAt.get(req.headers.authorization?.replace(/^Bearer /, '') ?? '') ?? 0;
  if (expiresAt <= ledger.now()) return sendResponse(res, errorResponse(401));
  const found = matchOperation(method, url.pathname);
  if (typeof found === 'number') return sendResponse(res, errorResponse(found));
  if (
    (method === 'POST' || method === 'PATCH') &&
    text !== '' &&
    !String(req.headers['content-type']).startsWith('application/json')
  )
    return sendResponse(res, errorResponse(415));
  const call: OperationCall = {
    ...found,
    query: url.searchParams,
    text,
    requestId: String(req.headers['paypal-request-id'] ?? ''),
    mockHeader: req.headers['paypal-mock-response'],
  };
  const answer = (one: SimulatorResponse): Promise<void> =>
    finish(call.honoursPrefer ? applyPreferHeader(one, String(req.headers.prefer ?? '')) : one);
  return runOncePerRequestId(context, call, answer, () =>
    faults.runWithFault(
      call.operation,
      call.id,
      res,
      () => performIdempotently(context, call),
      answer,
    ),
  );
}

/** Performs it, or answers what its request id was answered before; what changed is on disk before anybody hears of it. */
function performIdempotently(context: SimulatorContext, call: OperationCall): SimulatorResponse {
  const { ledger } = context;
  const key = `${call.operation} ${call.id} ${call.requestId}`;
  const previous = call.requestId === '' ? undefined : ledger.replays.get(key);
  const retentionMs = call.operation === 'refund' ? 45 * 86_400_000 : 6 * 3_600_000;
  if (previous && ledger.now() - previous.at < retentionMs) {
    const latest =
      call.operation === 'create'
        ? performOperation(context, {
            ...call,
            operation: 'get',
            id: (previous.body as { id: string }).id,
          })
        : previous;
    return { status: previous.status === 201 ? 200 : previous.status, body: latest.body };
  }
  const response = performOperation(context, call);
  if (response.savedOrder ?? response.isReplayable)
    ledger.save(
      response.savedOrder,
      response.isReplayable && call.requestId !== ''
        ? [key, { status: response.status, body: response.body, at: ledger.now() }]
        : undefined,
    );
  return response;
}
