/** Switches of the counterpart that PayPal has not: faults, webhooks, time, the account, and what happens to money without us. */
import type { Done } from './answers.ts';
import type { Place } from './place.ts';
import { captureShown, dispute, refund, settle } from './money.ts';
import { modes } from './webhooks.ts';

/** Charges and refunds as they really are: what tests hold the product against. */
function truth({ ledger, tokens }: Place): object {
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
    tokens: tokens.issued,
  };
}

/** Answers `…/__sim/…`; undefined for every other route. */
export function switched(place: Place, route: string, text: string): Done | undefined {
  if (route === 'GET /__sim/ledger') return { status: 200, body: truth(place) };
  if (!route.startsWith('POST /__sim/')) return undefined;
  const { ledger, faults, webhooks, origin, account } = place;
  const given = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
  const word = (name: string): string => String(given[name] ?? '');
  const switches: Record<string, () => Done> = {
    faults: () => ({ status: 200, body: faults.set(given as Record<string, string[]>) }),
    account: () => ({ status: 200, body: Object.assign(account, given) }),
    clock: () => {
      ledger.pass(Number(given['pass']));
      return { status: 200, body: { now: new Date(ledger.now()).toISOString() } };
    },
    webhooks: () => {
      const mode = modes.find((one) => one === word('mode'));
      if (mode) webhooks.set(mode);
      return { status: mode ? 200 : 400, body: { modes } };
    },
    resend: () => {
      const order = ledger.orders.get(word('orderId'));
      if (!order) return { status: 404, body: {} };
      return {
        status: 202,
        body: {},
        tell: [
          order.capture
            ? { type: 'PAYMENT.CAPTURE.COMPLETED', resource: captureShown(order, origin) }
            : { type: 'CHECKOUT.ORDER.APPROVED', resource: { id: order.id, status: order.status } },
        ],
      };
    },
    refund: () =>
      refund(
        ledger,
        origin,
        word('captureId'),
        given['value'] === undefined
          ? ''
          : JSON.stringify({ amount: { value: word('value'), currency_code: 'USD' } }),
      ),
    reverse: () => dispute(ledger, origin, word('captureId'), 'reversed', ''),
    dispute: () =>
      dispute(
        ledger,
        origin,
        word('captureId'),
        given['outcome'] === undefined ? 'created' : 'resolved',
        word('outcome'),
      ),
    settle: () => settle(ledger, origin, word('captureId'), word('status')),
  };
  return switches[route.slice('POST /__sim/'.length)]?.();
}
