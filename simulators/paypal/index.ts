/**
 * A local PayPal: the same protocol over HTTP on a port of its own, with an approval page for the
 * payer, idempotency by request id, and faults on demand. The product can't tell it from PayPal.
 */
import type { ServerResponse } from 'node:http';
import { startLoopbackServer, type LoopbackRequest } from '../loopback-server.ts';
import { isAuthorized, issueAccessToken } from './access-tokens.ts';
import { handleApprovalPage } from './approval.ts';
import type { SimulatorContext } from './context.ts';
import { handleControlRequest } from './control-api.ts';
import { FaultPlan } from './fault-injection.ts';
import { performIdempotently, runOncePerRequestId } from './idempotency.ts';
import { Ledger, type SimulatedOrder } from './ledger.ts';
import { findUnknownParameter, matchOperation, type OperationCall } from './operations.ts';
import { applyPreferHeader, errorResponse, refuseParameter, sendResponse } from './responses.ts';
import type { SimulatorResponse } from './responses.ts';
import { simulatorWebhookId, WebhookSender } from './webhook-sender.ts';

export type PaypalSimulator = {
  readonly origin: string;
  readonly webhookId: string;
  /** Keeps a payment of the past, as if it had been made here. */
  readonly addOrder: (order: SimulatedOrder) => void;
  /** Resolves when every webhook whose delivery has begun is answered or given up: for tests. */
  readonly waitForWebhooks: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Listens on the loopback address. Its orders and answers are in `dataFile`; the tokens, faults and
 * settings end with it. Rejects if the port is taken.
 */
export async function startPaypalSimulator(options: {
  readonly port: number;
  readonly dataFile: string;
  readonly webhookUrl?: string;
  /** Hears of the simulator's own faults, which do not end it. */
  readonly onFault?: (error: unknown) => void;
}): Promise<PaypalSimulator> {
  const { dataFile, webhookUrl, onFault } = options;
  const state = createState(dataFile, webhookUrl);
  const { port, close } = await startLoopbackServer({
    port: options.port,
    handle: (request) => handleRequest({ ...state, origin: state.webhooks.origin }, request),
    onFault,
  });
  const origin = `http://localhost:${port}`;
  state.webhooks.origin = origin;
  return {
    origin,
    webhookId: simulatorWebhookId,
    addOrder: (order) => state.ledger.save(order),
    waitForWebhooks: () => state.webhooks.waitForDeliveries(),
    close: async () => {
      state.webhooks.close();
      await close();
    },
  };
}

const createState = (
  dataFile: string,
  webhookUrl: string | undefined,
): Omit<SimulatorContext, 'origin'> => ({
  ledger: new Ledger(dataFile),
  faults: new FaultPlan(),
  webhooks: new WebhookSender(webhookUrl),
  tokens: { issuedCount: 0, expiresAt: new Map() },
  disputes: new Map(),
  plantedTransactions: [],
  inFlight: new Map(),
  account: {
    blockDuplicateInvoices: true,
    restricted: false,
    keepApproved: false,
    duplicates: 'wait',
    lag: 0,
    listedTransactions: 10_000,
  },
});

/** Answers what is no API operation here; everything else goes on to `handleOperation`. */
async function handleRequest(context: SimulatorContext, request: LoopbackRequest): Promise<void> {
  const { ledger, webhooks } = context;
  const { req, res, url, body: text } = request;
  const route = `${req.method} ${url.pathname}`;
  const controlResponse = handleControlRequest(context, route, text);
  if (controlResponse) {
    if (controlResponse.savedOrder) ledger.save(controlResponse.savedOrder);
    return finish(context, res, controlResponse);
  }
  const pem = webhooks.certificatePem(url.pathname);
  if (pem) {
    res.writeHead(200, { 'content-type': 'application/x-pem-file' }).end(pem);
    return;
  }
  if (url.pathname === '/checkoutnow') {
    const form = req.method === 'POST' ? new URLSearchParams(text) : undefined;
    return handleApprovalPage(context, url.searchParams.get('token') ?? '', form, res);
  }
  const { authorization } = req.headers;
  if (route === 'POST /v1/oauth2/token')
    return sendResponse(res, issueAccessToken(context, authorization));
  if (!isAuthorized(context, authorization)) return sendResponse(res, errorResponse(401));
  return handleOperation(context, request);
}

async function handleOperation(
  context: SimulatorContext,
  { req, res, url, body: text }: LoopbackRequest,
): Promise<void> {
  const { method = 'GET', headers } = req;
  const match = matchOperation(method, url.pathname);
  if (typeof match === 'number') return sendResponse(res, errorResponse(match));
  const unknown = findUnknownParameter(match.operation, url.searchParams);
  if (unknown !== undefined) return sendResponse(res, refuseParameter(unknown));
  const hasBody = (method === 'POST' || method === 'PATCH') && text !== '';
  if (hasBody && !String(headers['content-type']).startsWith('application/json'))
    return sendResponse(res, errorResponse(415));
  const call: OperationCall = {
    ...match,
    query: url.searchParams,
    text,
    requestId: String(headers['paypal-request-id'] ?? ''),
    mockHeader: headers['paypal-mock-response'],
  };
  const honoursPrefer = ['create', 'capture', 'refund'].includes(call.operation);
  const prefer = String(headers['prefer'] ?? '');
  const respond = (response: SimulatorResponse): Promise<void> =>
    finish(context, res, honoursPrefer ? applyPreferHeader(response, prefer) : response);
  const perform = (): SimulatorResponse => performIdempotently(context, call);
  return runOncePerRequestId(context, call, respond, () =>
    context.faults.runWithFault(call, { res, perform, respond }),
  );
}

/** Emits the events of a response, then answers. */
async function finish(
  { webhooks }: SimulatorContext,
  res: ServerResponse,
  response: SimulatorResponse,
): Promise<void> {
  for (const event of response.events ?? []) await webhooks.emit(event);
  sendResponse(res, response);
}
