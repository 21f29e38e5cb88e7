/** Which call is which operation, and what it does. */
import { failure, refusal, unknownResource, type Done, type Worded } from './answers.ts';
import type { Place } from './place.ts';
import { books, capture, captureById, refund, refundById } from './money.ts';
import {
  addHook,
  checkSignature,
  dropHook,
  listEvents,
  listHooks,
  resend,
  simulate,
} from './notifications.ts';
import { createOrder, lapsed, patchOrder, shown } from './orders.ts';

/** `id` is the one in the address; "" where there is none. `mock` is PayPal's own way to ask for an error. */
export type Called = {
  readonly operation: Operation;
  readonly id: string;
  readonly prefers: boolean;
  readonly query: URLSearchParams;
  readonly text: string;
  readonly requestId: string;
  readonly mock: string | string[] | undefined;
};

const table = [
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
export type Operation = (typeof table)[number][0];

/** The operation and the id in its address; 404 or 405 where there is none. */
export function operationOf(
  method: string,
  path: string,
): Pick<Called, 'operation' | 'id' | 'prefers'> | 404 | 405 {
  const here = table.filter(([, , pattern]) => pattern.test(path));
  const found = here.find(([, verb]) => verb === method);
  if (!found) return here.length > 0 ? 405 : 404;
  const [operation, , pattern] = found;
  return {
    operation,
    id: pattern.exec(path)?.[1] ?? '',
    prefers: operation === 'create' || operation === 'capture' || operation === 'refund',
  };
}

/** The issue that a `PayPal-Mock-Response` header names, refused as the operation would. */
function mocked({ mock, operation }: Called): Done | undefined {
  const code = /"mock_application_codes"\s*:\s*"([A-Z_]+)"/.exec(String(mock ?? ''))?.[1];
  if (code === undefined) return undefined;
  try {
    return refusal(operation as Worded, code);
  } catch {
    return failure(500);
  }
}

export function perform(place: Place, called: Called): Done {
  const { ledger, origin, webhooks, account, faults } = place;
  const { operation, id, query, text, requestId } = called;
  const mock = mocked(called);
  if (mock) return mock;
  const order = (act: (found: Parameters<typeof shown>[0]) => Done): Done => {
    const known = ledger.orders.get(id);
    if (!known) return unknownResource();
    const { order: now, tell } = lapsed(ledger, account, known);
    const done = act(now);
    return tell.length > 0 ? { ...done, tell: [...tell, ...(done.tell ?? [])] } : done;
  };
  const all: Record<Operation, () => Done> = {
    create: () => createOrder(ledger, account, origin, requestId, text),
    get: () => order((one) => ({ status: 200, body: shown(one, origin) })),
    patch: () => order((one) => patchOrder(one, text)),
    capture: () =>
      order((one) =>
        capture(
          ledger,
          account,
          origin,
          one,
          one.status === 'APPROVED' && !one.badCard ? faults.outcome() : 'COMPLETED',
        ),
      ),
    'get-capture': () => captureById(ledger, origin, id),
    refund: () => refund(ledger, origin, id, text),
    'get-refund': () => refundById(ledger, origin, id),
    books: () => books(ledger, account.lag, query),
    'add-hook': () => addHook(webhooks, text),
    'list-hooks': () => listHooks(webhooks),
    'drop-hook': () => dropHook(webhooks, id),
    'check-signature': () => checkSignature(webhooks, text),
    'list-events': () => listEvents(webhooks, query),
    resend: () => resend(webhooks, id),
    simulate: () => simulate(webhooks, text),
  };
  return all[operation]();
}
