/** Switches of the counterpart that PayPal has not: faults, webhooks, and what happens to money without us. */
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import { capture, change, refund } from './money.ts';
import { modes, type Mode, type Webhooks } from './webhooks.ts';

type Place = { readonly ledger: Ledger; readonly faults: Faults; readonly webhooks: Webhooks; readonly origin: string };

/** Answers `…/__sim/…`; undefined for every other route. */
export function switched({ ledger, faults, webhooks, origin }: Place, route: string, text: string): { status: number; body: object } | undefined {
  if (route === 'GET /__sim/ledger') {
    const charges = [...ledger.orders.values()].filter((order) => order.capture && !['PENDING', 'DECLINED', 'DENIED'].includes(order.capture.status));
    return { status: 200, body: {
      charges: charges.map(({ id, unit, capture: taken }) => ({ id, custom_id: unit.custom_id, ...unit.amount, ...taken, captureId: taken?.id })),
      refunds: charges.flatMap(({ unit, refunds = [] }) => refunds.map((one) => ({ custom_id: unit.custom_id, ...one }))),
    } };
  }
  if (!route.startsWith('POST /__sim/')) return undefined;
  const given = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  const word = (name: string): string => String(given[name] ?? '');
  if (route === 'POST /__sim/faults') return { status: 200, body: faults.set(given as Record<string, string[]>) };
  if (route === 'POST /__sim/webhooks') {
    const mode = modes.find((one) => one === word('mode'));
    if (mode) webhooks.set(mode satisfies Mode, origin);
    return { status: mode ? 200 : 400, body: { modes } };
  }
  if (route === 'POST /__sim/resend') {
    const order = ledger.orders.get(word('orderId'));
    if (order?.capture) webhooks.tell('PAYMENT.CAPTURE.COMPLETED', capture(order, origin), origin);
    else if (order) webhooks.tell('CHECKOUT.ORDER.APPROVED', { id: order.id, status: order.status }, origin);
    return { status: order ? 202 : 404, body: {} };
  }
  if (route === 'POST /__sim/refund') return refund(ledger, webhooks, origin, word('captureId'), '', given['value'] === undefined ? '' : JSON.stringify({ amount: { value: word('value'), currency_code: 'USD' } }));
  if (route === 'POST /__sim/reverse') return change(ledger, webhooks, origin, word('captureId'), 'REVERSED');
  if (route === 'POST /__sim/settle') return change(ledger, webhooks, origin, word('captureId'), word('status'));
  return undefined;
}
