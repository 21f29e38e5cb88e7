/** Which call is which operation, and what it does. */
import {
  errorResponse,
  issueResponse,
  resourceNotFound,
  type SimulatorResponse,
  type IssueOperation,
} from './responses.ts';
import type { SimulatorContext } from './context.ts';
import {
  listTransactions,
  captureOrder,
  getCapture,
  refundCapture,
  getRefund,
} from './captures-and-refunds.ts';
import {
  addSubscription,
  verifySignature,
  deleteSubscription,
  listEvents,
  listSubscriptions,
  resendEvent,
  simulateEvent,
} from './webhook-subscriptions.ts';
import { createOrder, expireOrder, patchOrder, representOrder } from './orders.ts';

/** `id` is the one in the address; "" where there is none. `mock` is PayPal's own way to ask for an error. */
export type OperationCall = {
  readonly operation: Operation;
  readonly id: string;
  readonly honoursPrefer: boolean;
  readonly query: URLSearchParams;
  readonly text: string;
  readonly requestId: string;
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
  ['books', 'GET', /^\/v1\/reporting\/transactions$/],
  ['add-hook', 'POST', /^\/v1\/notifications\/webhooks$/],
  ['list-hooks', 'GET', /^\/v1\/notifications\/webhooks$/],
  ['drop-hook', 'DELETE', /^\/v1\/notifications\/webhooks\/([^/]+)$/],
  ['check-signature', 'POST', /^\/v1\/notifications\/verify-webhook-signature$/],
  ['list-events', 'GET', /^\/v1\/notifications\/webhooks-events$/],
  ['resend', 'POST', /^\/v1\/notifications\/webhooks-events\/([^/]+)\/resend$/],
  ['simulate', 'POST', /^\/v1\/notifications\/simulate-event$/],
] as const;
export type Operation = (typeof operationTable)[number][0];

/** The operation and the id in its address; 404 or 405 where there is none. */
export function matchOperation(
  method: string,
  path: string,
): Pick<OperationCall, 'operation' | 'id' | 'honoursPrefer'> | 404 | 405 {
  const here = operationTable.filter(([, , pattern]) => pattern.test(path));
  const found = here.find(([, verb]) => verb === method);
  if (!found) return here.length > 0 ? 405 : 404;
  const [operation, , pattern] = found;
  return {
    operation,
    id: pattern.exec(path)?.[1] ?? '',
    honoursPrefer: operation === 'create' || operation === 'capture' || operation === 'refund',
  };
}

/** The issue that a `PayPal-Mock-Response` header names, refused as the operation would. */
function mockedResponse({ mockHeader, operation }: OperationCall): SimulatorResponse | undefined {
  const code = /"mock_application_codes"\s*:\s*"([A-Z_]+)"/.exec(String(mockHeader ?? ''))?.[1];
  if (code === undefined) return undefined;
  try {
    return issueResponse(operation as IssueOperation, code);
  } catch {
    return errorResponse(500);
  }
}

export function performOperation(
  context: SimulatorContext,
  call: OperationCall,
): SimulatorResponse {
  const { ledger, origin, webhooks, account, faults } = context;
  const { operation, id, query, text, requestId } = call;
  const mock = mockedResponse(call);
  if (mock) return mock;
  const withOrder = (
    act: (found: Parameters<typeof representOrder>[0]) => SimulatorResponse,
  ): SimulatorResponse => {
    const known = ledger.orders.get(id);
    if (!known) return resourceNotFound();
    const { order: now, tell } = expireOrder(ledger, account, known);
    const done = act(now);
    return tell.length > 0 ? { ...done, events: [...tell, ...(done.events ?? [])] } : done;
  };
  const handlers: Record<Operation, () => SimulatorResponse> = {
    create: () => createOrder(ledger, account, origin, requestId, text),
    get: () => withOrder((one) => ({ status: 200, body: representOrder(one, origin) })),
    patch: () => withOrder((one) => patchOrder(one, text)),
    capture: () =>
      withOrder((one) =>
        captureOrder(
          ledger,
          account,
          origin,
          one,
          one.status === 'APPROVED' && !one.badCard ? faults.nextCaptureStatus() : 'COMPLETED',
        ),
      ),
    'get-capture': () => getCapture(ledger, origin, id),
    refund: () => refundCapture(ledger, origin, id, text),
    'get-refund': () => getRefund(ledger, origin, id),
    books: () => listTransactions(ledger, account.lag, query),
    'add-hook': () => addSubscription(webhooks, text),
    'list-hooks': () => listSubscriptions(webhooks),
    'drop-hook': () => deleteSubscription(webhooks, id),
    'check-signature': () => verifySignature(webhooks, text),
    'list-events': () => listEvents(webhooks, query),
    resend: () => resendEvent(webhooks, id),
    simulate: () => simulateEvent(webhooks, text),
  };
  return handlers[operation]();
}
