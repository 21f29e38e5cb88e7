import { billing } from '../support/billing.ts';
import { approvePayment } from '../support/paypal.ts';
import type { TestServer } from '../support/test-server.ts';
import { waitUntil } from '../support/wait-until.ts';

export type OrderPlacer = {
  /** A new buyer's order: a transfer that is awaited, or a card payment that was delivered. */
  readonly placeOrder: (method: 'card' | 'bank', changes?: object) => Promise<string>;
  readonly readState: (number: string) => Promise<string>;
  /** The cookie of the browser of the buyer who ordered last. */
  readonly readSecret: () => string;
};

/** Buyers of the first report at a running server. */
export async function createOrderPlacer({ app, db }: TestServer): Promise<OrderPlacer> {
  const code = String((await app.catalogue.reports.list(1)).items[0]?.code);
  let buyers = 0;
  const toSecret = (buyer: number): string => String(buyer).padStart(64, 'a');
  const readState = async (number: string): Promise<string> => {
    const order = db.selectFrom('purchase').select('state').where('number', '=', number);
    return (await order.executeTakeFirstOrThrow()).state;
  };
  return {
    readState,
    readSecret: () => toSecret(buyers),
    placeOrder: async (method, changes = {}) => {
      const buyerSecret = toSecret(++buyers);
      // One person would not pay twice for one licence.
      const email = buyers === 1 ? billing.email : `buyer-${buyers}.${billing.email}`;
      const placed = await app.orders.placement.placeOrder(
        { ...billing, email, report_id: code, type: 'single-user', method, ...changes },
        buyerSecret,
      );
      if (!placed.ok) throw new Error(placed.message);
      const { number, providerId, approvalUrl } = placed.value;
      if (method === 'bank') return number;
      await approvePayment(approvalUrl);
      await app.orders.checkoutReturn.completeCheckout(providerId, buyerSecret);
      const isDelivered = async () => (await readState(number)) === 'fulfilled';
      await waitUntil(`${number} is delivered`, isDelivered);
      return number;
    },
  };
}
