/** Switches that PayPal does not have: faults, webhooks, time, the account, and events of money. */
import { z } from 'zod';
import { MalformedRequest, parseJsonObject } from '../../http-server.ts';
import { representCapture } from './captures.ts';
import type { SimulatorContext } from './context.ts';
import type { SimulatedDispute } from './disputes.ts';
import { newId, type SimulatedOrder } from './ledger.ts';
import { refundCapture } from './refunds.ts';
import { resourceNotFound, type EventDraft, type SimulatorResponse } from './responses.ts';
import { deliveryModes } from './webhook-sender.ts';

type Input = Readonly<Record<string, unknown>>;
type Action = (context: SimulatorContext, input: Input) => SimulatorResponse;

/** Answers `GET /__sim/ledger` and `POST /__sim/…`; undefined for every other route. */
export function handleControlRequest(
  context: SimulatorContext,
  route: string,
  text: string,
): SimulatorResponse | undefined {
  if (route === 'GET /__sim/ledger') return { status: 200, body: describeLedger(context) };
  const [, name] = /^POST \/__sim\/([a-z]+)$/.exec(route) ?? [];
  const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined;
  return action?.(context, parseJsonObject(text));
}

const faultPlan = z.record(z.string(), z.array(z.string()));
const accountChanges = z
  .strictObject({
    blockDuplicateInvoices: z.boolean(),
    restricted: z.boolean(),
    keepApproved: z.boolean(),
    duplicates: z.enum(['wait', 'conflict']),
    lag: z.number().min(0),
  })
  .partial();
const disputeNumber = z.object({ number: z.number().int().default(1) });
const clockChange = z.object({ pass: z.number().min(-1e12).max(1e12) });

/** The input as the schema says. Throws MalformedRequest where it is something else. */
function read<T>(schema: z.ZodType<T>, input: Input): T {
  const { success, data, error } = schema.safeParse(input);
  if (!success) throw new MalformedRequest(z.prettifyError(error));
  return data;
}

function textField(input: Input, name: string): string {
  const value = input[name];
  return typeof value === 'string' ? value : '';
}

const actions: Readonly<Record<string, Action>> = {
  faults: ({ faults }, input) => ({
    status: 200,
    body: faults.setPlan(read(faultPlan, input)),
  }),
  account: ({ account }, input) => ({
    status: 200,
    body: Object.assign(account, read(accountChanges, input)),
  }),
  clock: ({ ledger }, input) => {
    ledger.advanceClock(read(clockChange, input).pass);
    return { status: 200, body: { now: new Date(ledger.now()).toISOString() } };
  },
  webhooks: ({ webhooks }, input) => {
    const mode = deliveryModes.find((known) => known === textField(input, 'mode'));
    if (mode) webhooks.setMode(mode);
    return { status: mode ? 200 : 400, body: { modes: deliveryModes } };
  },
  resend: ({ ledger, origin }, input) => {
    const order = ledger.orders.get(textField(input, 'orderId'));
    if (!order) return { status: 404, body: {} };
    return { status: 202, body: {}, events: [createStatusEvent(order, origin)] };
  },
  refund: (context, input) => {
    const order = context.ledger.findOrderByCapture(textField(input, 'captureId'));
    const currency_code = order?.unit.amount.currency_code ?? 'USD';
    const amount = { value: textField(input, 'value'), currency_code };
    const body = input['value'] === undefined ? '' : JSON.stringify({ amount });
    return refundCapture(context, textField(input, 'captureId'), body);
  },
  reverse: (context, input) => reverseCapture(context, textField(input, 'captureId')),
  dispute: disputeCapture,
  settle: settlePendingCapture,
};

/** Charges and refunds as they really are: what tests compare the product with. */
function describeLedger({ ledger, tokens }: SimulatorContext): object {
  const charges = [...ledger.orders.values()].filter(
    (order) => order.capture && !['PENDING', 'DECLINED'].includes(order.capture.status),
  );
  return {
    charges: charges.map(({ id, unit, capture }) => ({
      id,
      custom_id: unit.custom_id,
      ...unit.amount,
      ...capture,
      captureId: capture?.id,
    })),
    refunds: charges.flatMap(({ unit, refunds = [] }) =>
      refunds.map((refund) => ({ custom_id: unit.custom_id, ...refund })),
    ),
    orders: ledger.orders.size,
    tokens: tokens.issuedCount,
  };
}

const createStatusEvent = (order: SimulatedOrder, origin: string): EventDraft =>
  order.capture
    ? { type: 'PAYMENT.CAPTURE.COMPLETED', resource: representCapture(order, origin) }
    : { type: 'CHECKOUT.ORDER.APPROVED', resource: { id: order.id, status: order.status } };

/** A pending capture ends with the status given: COMPLETED or DENIED. */
function settlePendingCapture(
  { ledger, origin }: SimulatorContext,
  input: Input,
): SimulatorResponse {
  const order = ledger.findOrderByCapture(textField(input, 'captureId'));
  if (!order?.capture) return resourceNotFound();
  const status = textField(input, 'status');
  const captureStatus = status === 'DENIED' ? 'DECLINED' : status;
  const savedOrder = { ...order, capture: { ...order.capture, status: captureStatus } };
  const resource = representCapture(savedOrder, origin);
  const events = [{ type: `PAYMENT.CAPTURE.${status}`, resource }];
  return { status: 200, body: { status }, savedOrder, events };
}

/** The payer's bank takes the money back: known by webhook alone, the capture shows nothing. */
function reverseCapture(
  { ledger, origin }: SimulatorContext,
  captureId: string,
): SimulatorResponse {
  if (!ledger.findOrderByCapture(captureId)) return resourceNotFound();
  const links = [{ href: `${origin}/v2/payments/captures/${captureId}`, rel: 'up' }];
  const event = { type: 'PAYMENT.CAPTURE.REVERSED', resource: { id: newId(), links } };
  return { status: 200, body: {}, events: [event] };
}

/**
 * A dispute is opened or, with an outcome, resolved: known by webhook and in the list. A payment's
 * disputes are told apart by `number`, 1 where it is missing.
 */
function disputeCapture({ ledger, disputes }: SimulatorContext, input: Input): SimulatorResponse {
  const captureId = textField(input, 'captureId');
  if (!ledger.findOrderByCapture(captureId)) return resourceNotFound();
  const isResolved = input['outcome'] !== undefined;
  const { number } = read(disputeNumber, input);
  const id = `PP-D-${captureId}-${number}`;
  const now = new Date(ledger.now()).toISOString();
  const dispute: SimulatedDispute = {
    dispute_id: id,
    create_time: disputes.get(id)?.create_time ?? now,
    update_time: now,
    status: isResolved ? 'RESOLVED' : 'OPEN',
    disputed_transactions: [{ seller_transaction_id: captureId }],
    ...(isResolved ? { dispute_outcome: { outcome_code: textField(input, 'outcome') } } : {}),
  };
  disputes.set(id, dispute);
  const type = `CUSTOMER.DISPUTE.${isResolved ? 'RESOLVED' : 'CREATED'}`;
  return { status: 200, body: {}, events: [{ type, resource: dispute }] };
}
