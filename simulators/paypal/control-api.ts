/** Switches that PayPal does not have: faults, webhooks, time, the account, and events of money. */
import { z } from 'zod';
import { MalformedRequest, parseJsonObject } from '../loopback-server.ts';
import { representCapture } from './captures.ts';
import type { SimulatorContext } from './context.ts';
import { describeDispute, type SimulatedDispute } from './disputes.ts';
import { newId, type SimulatedOrder } from './ledger.ts';
import { changeRefund, refundCapture } from './refunds.ts';
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
    listedTransactions: z.number().min(1),
  })
  .partial();
const disputeInput = z.object({
  number: z.number().int().default(1),
  /** Beside `captureId`, of a dispute about several payments. */
  captureIds: z.array(z.string()).default([]),
  outcome: z.string().optional(),
  amountRefunded: z.string().optional(),
  status: z.string().optional(),
  /** Fields that PayPal leaves out, wherever they stand. */
  without: z.array(z.string()).default([]),
  /** Times with an offset without a colon. */
  hasOffsetTimes: z.boolean().default(false),
});
const plantedRows = z.object({ transactions: z.array(z.record(z.string(), z.unknown())) });
const clockChange = z.object({ pass: z.number().min(-1e12).max(1e12) });

/** The input as the schema says. Throws MalformedRequest if it is something else. */
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
  /** A refund's status changes: a pending one ends, or a completed one is taken back. */
  settlerefund: (context, input) => {
    const reason = textField(input, 'reason');
    const change = { status: textField(input, 'status'), ...(reason ? { reason } : {}) };
    return changeRefund(context, textField(input, 'refundId'), change);
  },
  reverse: (context, input) => reverseCapture(context, textField(input, 'captureId')),
  dispute: disputeCaptures,
  /** Lists transactions of other programs, or ones that lack something, beside our own. */
  transactions: ({ plantedTransactions }, input) => {
    const { transactions } = read(plantedRows, input);
    for (const info of transactions) plantedTransactions.push({ transaction_info: info });
    return { status: 200, body: { planted: plantedTransactions.length } };
  },
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
 * disputes are told apart by `number`, 1 if it is missing.
 */
function disputeCaptures(context: SimulatorContext, input: Input): SimulatorResponse {
  const { ledger, disputes, origin } = context;
  const captureId = textField(input, 'captureId');
  const wanted = read(disputeInput, input);
  const orders = [captureId, ...wanted.captureIds].flatMap(
    (wantedId) => ledger.findOrderByCapture(wantedId) ?? [],
  );
  if (orders.length === 0) return resourceNotFound();
  const status = wanted.status ?? (wanted.outcome === undefined ? 'OPEN' : 'RESOLVED');
  const id = `PP-D-${captureId}-${wanted.number}`;
  const now = new Date(ledger.now()).toISOString();
  const whole = describeDispute(
    {
      ...wanted,
      id,
      status,
      orders,
      updatedAt: now,
      createdAt: disputes.get(id)?.create_time ?? now,
    },
    origin,
  );
  const dispute = omitFields(whole, wanted.without, wanted.hasOffsetTimes) as SimulatedDispute;
  disputes.set(id, { ...dispute, create_time: whole.create_time });
  const type = `CUSTOMER.DISPUTE.${status === 'RESOLVED' ? 'RESOLVED' : 'CREATED'}`;
  return { status: 200, body: {}, events: [{ type, resource: dispute }] };
}

/** The same without some fields, and with times as PayPal also writes them: "…T10:00:00+0000". */
function omitFields(value: unknown, names: readonly string[], hasOffsetTimes: boolean): unknown {
  if (Array.isArray(value)) return value.map((entry) => omitFields(entry, names, hasOffsetTimes));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !names.includes(name))
        .map(([name, entry]) => [name, omitFields(entry, names, hasOffsetTimes)]),
    );
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value);
  return hasOffsetTimes && isTime ? value.replace(/(\.\d+)?Z$/, '+0000') : value;
}
