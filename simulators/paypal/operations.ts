/** Which call is which operation, and what it does. */
import { captureOrder, getCapture } from './captures.ts';
import type { SimulatorContext } from './context.ts';
import { createOrder } from './create-order.ts';
import { getDispute, listDisputes } from './disputes.ts';
import type { SimulatedOrder } from './ledger.ts';
import { expireOrder, patchOrder } from './orders.ts';
import { getRefund, refundCapture } from './refunds.ts';
import { representOrder } from './represent-order.ts';
import {
  errorResponse,
  findIssueResponse,
  resourceNotFound,
  type SimulatorResponse,
} from './responses.ts';
import { listTransactions } from './transactions.ts';
import {
  addSubscription,
  deleteSubscription,
  listEvents,
  listSubscriptions,
  resendEvent,
  simulateEvent,
  verifySignature,
} from './webhook-subscriptions.ts';

export type OperationCall = {
  readonly operation: Operation;
  /** The id in the path; "" if there is none. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly text: string;
  /** The header PayPal-Request-Id; "" without one. */
  readonly requestId: string;
  /** The header PayPal-Mock-Response: PayPal's own way to ask for an error. */
  readonly mockHeader: string | string[] | undefined;
};

const operationTable = [
  ['create', 'POST', /^\/v2\/checkout\/orders$/],
  ['get', 'GET', /^\/v2\/checkout\/orders\/([^/]+)$/],
  ['patch', 'PATCH', /^\/v2\/checkout\/orders\/([^/]+)$/],
  ['capture', 'POST', /^\/v2\/checkout\/orders\/([^/]+)\/capture$/],
  ['get-capture', 'GET', /^\/v2\/payments\/captures\/([^/]+)$/],
  ['refund', 'POST', /^\/v2\/payments\/captures\/([^/]+)\/refund$/],
  ['get-refund', 'GET', /^\/v2\/payments\/refunds\/([^/]+)$/],
  ['list-transactions', 'GET', /^\/v1\/reporting\/transactions$/],
  ['list-disputes', 'GET', /^\/v1\/customer\/disputes$/],
  ['get-dispute', 'GET', /^\/v1\/customer\/disputes\/([^/]+)$/],
  ['create-webhook', 'POST', /^\/v1\/notifications\/webhooks$/],
  ['list-webhooks', 'GET', /^\/v1\/notifications\/webhooks$/],
  ['delete-webhook', 'DELETE', /^\/v1\/notifications\/webhooks\/([^/]+)$/],
  ['verify-signature', 'POST', /^\/v1\/notifications\/verify-webhook-signature$/],
  ['list-events', 'GET', /^\/v1\/notifications\/webhooks-events$/],
  ['resend-event', 'POST', /^\/v1\/notifications\/webhooks-events\/([^/]+)\/resend$/],
  ['simulate-event', 'POST', /^\/v1\/notifications\/simulate-event$/],
] as const;
export type Operation = (typeof operationTable)[number][0];

/** The query parameters of the operations that have any, as PayPal's OpenAPI names them. */
export const queryParameters: Partial<Readonly<Record<Operation, readonly string[]>>> = {
  get: ['fields'],
  'list-transactions': [
    'transaction_id',
    'transaction_type',
    'transaction_status',
    'transaction_amount',
    'transaction_currency',
    'start_date',
    'end_date',
    'payment_instrument_type',
    'store_id',
    'terminal_id',
    'fields',
    'balance_affecting_records_only',
    'page_size',
    'page',
  ],
  'list-disputes': [
    'start_time',
    'disputed_transaction_id',
    'page_size',
    'next_page_token',
    'dispute_state',
    'update_time_before',
    'update_time_after',
  ],
  'list-webhooks': ['anchor_type'],
  'list-events': ['page_size', 'start_time', 'end_time', 'transaction_id', 'event_type'],
};

/** The first parameter of a query that the operation does not have. */
export function findUnknownParameter(
  operation: Operation,
  query: URLSearchParams,
): string | undefined {
  const known = queryParameters[operation] ?? [];
  return [...query.keys()].find((name) => !known.includes(name));
}

/** The operation and the id in its path; 404 or 405 if there is none. */
export function matchOperation(
  method: string,
  path: string,
): Pick<OperationCall, 'operation' | 'id'> | 404 | 405 {
  const candidates = operationTable.filter(([, , pattern]) => pattern.test(path));
  const match = candidates.find(([, verb]) => verb === method);
  if (!match) return candidates.length > 0 ? 405 : 404;
  const [operation, , pattern] = match;
  return { operation, id: pattern.exec(path)?.[1] ?? '' };
}

export function performOperation(
  context: SimulatorContext,
  call: OperationCall,
): SimulatorResponse {
  return mockedResponse(call) ?? handlers[call.operation](context, call);
}

/** The issue that a mock header names, refused as the operation would; 500 for an unknown one. */
function mockedResponse({ mockHeader, operation }: OperationCall): SimulatorResponse | undefined {
  const code = /"mock_application_codes"\s*:\s*"([A-Z_]+)"/.exec(String(mockHeader ?? ''))?.[1];
  return code === undefined
    ? undefined
    : (findIssueResponse(operation, code) ?? errorResponse(500));
}

type Handler = (context: SimulatorContext, call: OperationCall) => SimulatorResponse;

const handlers: Readonly<Record<Operation, Handler>> = {
  create: (context, { requestId, text }) => createOrder(context, requestId, text),
  get: withOrder(({ origin }, order) => ({ status: 200, body: representOrder(order, origin) })),
  patch: withOrder((_context, order, { text }) => patchOrder(order, text)),
  capture: withOrder(captureOrder),
  'get-capture': (context, { id }) => getCapture(context, id),
  refund: (context, { id, text }) => refundCapture(context, id, text),
  'get-refund': (context, { id }) => getRefund(context, id),
  'list-transactions': (context, { query }) => listTransactions(context, query),
  'list-disputes': (context, { query }) => listDisputes(context, query),
  'get-dispute': (context, { id }) => getDispute(context, id),
  'create-webhook': ({ webhooks }, { text }) => addSubscription(webhooks, text),
  'list-webhooks': ({ webhooks }) => listSubscriptions(webhooks),
  'delete-webhook': ({ webhooks }, { id }) => deleteSubscription(webhooks, id),
  'verify-signature': ({ webhooks }, { text }) => verifySignature(webhooks, text),
  'list-events': ({ webhooks }, { query }) => listEvents(webhooks, query),
  'resend-event': ({ webhooks }, { id }) => resendEvent(webhooks, id),
  'simulate-event': ({ webhooks }, { text }) => simulateEvent(webhooks, text),
};

/** Handles an existing order, expired if it is old enough; 404 if there is none. */
function withOrder(
  handle: (
    context: SimulatorContext,
    order: SimulatedOrder,
    call: OperationCall,
  ) => SimulatorResponse,
): Handler {
  return (context, call) => {
    const stored = context.ledger.orders.get(call.id);
    if (!stored) return resourceNotFound();
    const { order, events } = expireOrder(context, stored);
    const response = handle(context, order, call);
    return { ...response, events: [...events, ...(response.events ?? [])] };
  };
}
