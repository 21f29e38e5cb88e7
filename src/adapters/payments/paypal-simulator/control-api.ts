/** Switches of the counterpart that PayPal has not: faults, webhooks, time, the account, and what happens to money without us. */
import type { SimulatorResponse } from './responses.ts';
import type { SimulatorContext } from './context.ts';
import {
  representCapture,
  createDisputeEvent,
  refundCapture,
  settlePendingCapture,
} from './captures-and-refunds.ts';
import { deliveryModes } from './webhook-sender.ts';

/** Charges and refunds as they really are: what tests hold the product against. */
function describeLedger({ ledger, tokens }: SimulatorContext): object {
  const charges = [...ledger.orders.values()].filter(
    (order) => order.capture && !['PENDING', 'DECLINED'].includes(order.capture.status),
  );
  return {
    charges: charges.map(({ id, unit, capture: taken }) => ({
      id,
      custom_id: unit.custom_id,
      ...unit.amount,
      ...taken,
      captureId: taken?.id,
    })),
    refunds: charges.flatMap(({ unit, refunds = [] }) =>
      refunds.map((one) => ({ custom_id: unit.custom_id, ...one })),
    ),
    orders: ledger.orders.size,
    tokens: tokens.issuedCount,
  };
}

/** Answers `…/__sim/…`; undefined for every other route. */
export function handleControlRequest(
  context: SimulatorContext,
  route: string,
  text: string,
): SimulatorResponse | undefined {
  if (route === 'GET /__sim/ledger') return { status: 200, body: describeLedger(context) };
  if (!route.startsWith('POST /__sim/')) return undefined;
  const { ledger, faults, webhooks, origin, account } = context;
  const input = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  const field = (name: string): string => String(input[name] ?? '');
  const actions: Record<string, () => SimulatorResponse> = {
    faults: () => ({ status: 200, body: faults.setPlan(input as Record<string, string[]>) }),
    account: () => ({ status: 200, body: Object.assign(account, input) }),
    clock: () => {
      ledger.advanceClock(Number(input['pass']));
      return { status: 200, body: { now: new Date(ledger.now()).toISOString() } };
    },
    webhooks: () => {
      const mode = deliveryModes.find((one) => one === field('mode'));
      if (mode) webhooks.setMode(mode);
      return { status: mode ? 200 : 400, body: { modes: deliveryModes } };
    },
    resend: () => {
      const order = ledger.orders.get(field('orderId'));
      if (!order) return { status: 404, body: {} };
      return {
        status: 202,
        body: {},
        events: [
          order.capture
            ? { type: 'PAYMENT.CAPTURE.COMPLETED', resource: representCapture(order, origin) }
            : { type: 'CHECKOUT.ORDER.APPROVED', resource: { id: order.id, status: order.status } },
        ],
      };
    },
    refund: () =>
      refundCapture(
        ledger,
        origin,
        field('captureId'),
        input['value'] === undefined
          ? ''
          : JSON.stringify({ amount: { value: field('value'), currency_code: 'USD' } }),
      ),
    reverse: () => createDisputeEvent(ledger, origin, field('captureId'), 'reversed', ''),
    dispute: () =>
      createDisputeEvent(
        ledger,
        origin,
        field('captureId'),
        input['outcome'] === undefined ? 'created' : 'resolved',
        field('outcome'),
      ),
    settle: () => settlePendingCapture(ledger, origin, field('captureId'), field('status')),
  };
  return actions[route.slice('POST /__sim/'.length)]?.();
}
