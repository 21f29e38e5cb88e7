import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  issueClasses,
  type ClassifiedOperation,
  type IssueClass,
} from '#adapters/payments/paypal/issue-classes.ts';
import type { ApiAnswer } from './simulator-client.ts';
import { openSimulatorClient, type SimulatorClient } from './simulator-client.ts';

const describedOperations: readonly [
  ClassifiedOperation,
  file: string,
  path: string,
  'get' | 'post',
][] = [
  ['create', 'checkout_orders_v2', '/v2/checkout/orders', 'post'],
  ['get', 'checkout_orders_v2', '/v2/checkout/orders/{id}', 'get'],
  ['capture', 'checkout_orders_v2', '/v2/checkout/orders/{id}/capture', 'post'],
  ['refund', 'payments_payment_v2', '/v2/payments/captures/{capture_id}/refund', 'post'],
];

type Node = Readonly<Record<string, unknown>>;
type Description = Node & {
  readonly paths: Record<string, Record<string, { responses: Node }>>;
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Every value that an `issue` is described with, below a part of PayPal's OpenAPI. */
function listIssues(description: Description, part: unknown, seen = new Set<unknown>()): string[] {
  if (!isNode(part) || seen.has(part)) return [];
  seen.add(part);
  const { $ref: reference, issue } = part;
  const own = isNode(issue) && Array.isArray(issue['enum']) ? (issue['enum'] as string[]) : [];
  const referred =
    typeof reference === 'string'
      ? reference
          .slice(2)
          .split('/')
          .map((name) => name.replaceAll('~1', '/'))
          .reduce<unknown>((node, name) => (isNode(node) ? node[name] : undefined), description)
      : undefined;
  const below = [...Object.values(part), referred];
  return [...own, ...below.flatMap((node) => listIssues(description, node, seen))];
}

describe.each(describedOperations)('%s', (operation, file, path, method) => {
  test('every issue that PayPal documents has a class, and no other has one', () => {
    const description = JSON.parse(
      readFileSync(`test/paypal-simulator/${file}.json`, 'utf8'),
    ) as Description;
    const documented = listIssues(description, description.paths[path]?.[method]?.responses);
    expect(documented.length).toBeGreaterThan(0);
    expect(Object.keys(issueClasses[operation]).toSorted()).toEqual(
      [...new Set(documented)].toSorted(),
    );
  });
});

let client: SimulatorClient;
beforeAll(async () => {
  client = await openSimulatorClient();
});
afterAll(() => client?.close());

type Answer = { readonly kind: string; readonly ends?: string; readonly mayBeRefunded?: boolean };

/** The adapter's answers by class; one that only repeats our call is no answer at all. */
const expected: Readonly<Record<ClassifiedOperation, Record<IssueClass, readonly Answer[]>>> = {
  create: {
    no: [{ kind: 'rejected' }],
    again: [{ kind: 'rejected' }],
    ask: [{ kind: 'rejected' }],
  },
  capture: {
    no: [
      { kind: 'declined', ends: 'attempt' },
      { kind: 'declined', ends: 'order' },
      // The order is gone, and its approval with it.
      { kind: 'not-approved' },
    ],
    again: [{ kind: 'declined', ends: 'approval' }, { kind: 'not-approved' }],
    ask: [{ kind: 'ask' }],
  },
  get: { no: [{ kind: 'missing' }], again: [{ kind: 'unknown' }], ask: [{ kind: 'unknown' }] },
  refund: {
    no: [{ kind: 'rejected', mayBeRefunded: false }],
    again: [{ kind: 'unknown' }],
    ask: [{ kind: 'rejected', mayBeRefunded: true }],
  },
};

const everyIssue = Object.entries(issueClasses).flatMap(([operation, classes]) =>
  Object.entries(classes).map(
    ([issue, { class: issueClass }]) =>
      [operation as ClassifiedOperation, issue, issueClass] as const,
  ),
);

test('the adapter answers every documented issue by its class', async () => {
  const { paypal, proxy } = client;
  const providerId = await client.createApprovedOrder();
  const calls: Record<ClassifiedOperation, (id: string) => Promise<Answer>> = {
    create: (requestId) => client.tryToCreateOrder({ requestId }),
    capture: (requestId) => paypal.captureProviderOrder(providerId, requestId),
    get: () => paypal.getProviderOrder(providerId),
    refund: (requestId) =>
      paypal.refundCapture({
        captureId: 'CAPTURE1',
        requestId,
        amountCents: 100,
        currency: 'USD',
      }),
  };
  for (const [operation, issue, issueClass] of everyIssue) {
    // Our client asks twice if its token may have ended.
    await proxy.callControlApi('faults', { [operation]: [`issue:${issue}`, `issue:${issue}`] });
    const answer = await calls[operation](`${operation} ${issue}`);
    const isExpected = expected[operation][issueClass].some((kind) =>
      Object.entries(kind).every(([name, value]) => answer[name as keyof Answer] === value),
    );
    expect([operation, issue, isExpected ? issueClass : answer]).toEqual([
      operation,
      issue,
      issueClass,
    ]);
  }
  await proxy.callControlApi('faults', {});
  expect((await proxy.getLedger()).charges).toEqual([]);
});

test('an issue that nobody documented is looked up, or refused where no money can have moved', async () => {
  const answers: [ClassifiedOperation, number, string, IssueClass | undefined][] = [
    ['create', 422, 'NEW_ISSUE', 'no'],
    ['create', 403, 'NEW_ISSUE', 'no'],
    ['create', 429, 'NEW_ISSUE', undefined],
    ['create', 500, 'NEW_ISSUE', undefined],
    ['capture', 422, 'NEW_ISSUE', 'no'],
    ['capture', 400, 'NEW_ISSUE', undefined],
    ['capture', 403, 'NEW_ISSUE', undefined],
    ['capture', 409, 'NEW_ISSUE', undefined],
    ['capture', 503, 'INSTRUMENT_DECLINED', undefined],
    ['get', 404, 'NEW_ISSUE', undefined],
    ['refund', 422, 'NEW_ISSUE', 'no'],
    ['refund', 409, 'NEW_ISSUE', undefined],
    ['refund', 500, 'NEW_ISSUE', undefined],
  ];
  const { classifyRefusal } = await import('#adapters/payments/paypal/classify-refusal.ts');
  for (const [operation, status, issue, issueClass] of answers) {
    const body: ApiAnswer['body'] = { name: 'ERROR', details: [{ issue }] };
    expect([operation, status, classifyRefusal(operation, status, body)?.class]).toEqual([
      operation,
      status,
      issueClass,
    ]);
  }
  expect(classifyRefusal('capture', 422, '<html>')).toBeUndefined();
});
