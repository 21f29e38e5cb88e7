import type { Customer } from '../accounts/model.ts';
import type { Licence } from '../catalogue/licence.model.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import type { World } from '../world.ts';
import { settleByProvider, type Settled } from './capture.ts';
import { browserHash, cancelOrder, offer, placeOrder, type Asked, type Offer, type Placed } from './checkout.ts';
import { deliver, openDownload, type Opened, type Proof } from './delivery.ts';
import { delivered, masked } from './model.ts';
import { library, type LibraryOrder } from './library.ts';
import { reconcile } from './reconcile.ts';
import { purchaseOf } from './store.ts';

/** The provider's answer to a capture, as pages and the wire show it. */
export type Payment = {
  readonly id: string;
  readonly status: string;
  readonly purchase_units: readonly [{ readonly payments: { readonly captures: readonly [{ readonly id: string; readonly amount: { readonly value: string; readonly currency_code: string } }] } }];
  readonly payer: { readonly payer_id: string | null; readonly email_address: string | null };
};

export type PaidOrder = {
  readonly number: string;
  readonly reportId: number;
  readonly reportCode: string;
  readonly reportTitle: string;
  readonly licence: Licence;
  readonly rights: string;
  readonly email: string;
  readonly price: number;
  readonly payment: Payment;
  /** True for the browser that placed the order: it alone is shown the files. */
  readonly own: boolean;
  readonly files: readonly { readonly kind: 'pdf' | 'workbook'; readonly token: string; readonly left: number }[];
};

export type Finished = { readonly state: 'paid'; readonly order: PaidOrder } | { readonly state: 'checking' | 'review' };

export type Orders = ReturnType<typeof createOrders>;

/** Who buys: from a licence's price to the file in the buyer's hands. */
export function createOrders(world: World, asked: Asked) {
  return {
    /** What is for sale under a code or link id: 404 for an unknown one, 422 for a licence that does not exist. */
    offer: (id: string, licence?: string): Promise<Outcome<Offer>> => offer(world, asked, id, licence),

    /** The order stands and may be paid at `approvalUrl`: see checkout.ts for its refusals (404, 422, 502). */
    place: (form: Readonly<Record<string, unknown>>, browser: string, customerId?: number): Promise<Outcome<Placed>> => placeOrder(world, asked, form, browser, customerId),

    /** The buyer turned back at the provider; an approval that still arrives wins. */
    cancel: (providerId: string): Promise<void> => cancelOrder(world, providerId),

    /**
     * The buyer is back: takes the money once, however often it is called, and answers the same each time.
     * 404 for a token that is not ours; 409 where it was not approved or declined; `checking` where the provider
     * gave no clear answer (the reconciler goes on), `review` where the provider itself has to look.
     */
    finish: async (token: string, browser: string | undefined): Promise<Outcome<Finished>> => {
      if (!/^[A-Z0-9]{1,36}$/.test(token)) return refuse(404, 'Payment capture failed.');
      const found = await settleByProvider(world, token);
      if (!found) return refuse(404, 'Payment capture failed.');
      const refused: Partial<Record<Settled, true>> = { 'not-approved': true, declined: true };
      if (refused[found.settled]) return refuse(409, 'Payment capture failed.');
      if (found.settled === 'paid') return done({ state: 'paid', order: await paidOrder(world, found.purchaseId, browser) });
      return done({ state: found.settled === 'review' || found.settled === 'mismatch' ? 'review' : 'checking' });
    },

    /** A paid order by its number, for the browser that placed it; undefined for everybody else. */
    ownOrder: async (number: string, browser: string | undefined): Promise<PaidOrder | undefined> => {
      if (browser === undefined) return undefined;
      const row = await world.db.selectFrom('purchase').select('id').where('number', '=', number)
        .where('browser', '=', browserHash(browser)).where('state', 'in', [...delivered]).executeTakeFirst();
      return row && paidOrder(world, row.id, browser);
    },

    /** All orders of a customer that were placed with his account or his confirmed address, newest first. */
    library: (customer: Customer): Promise<LibraryOrder[]> => library(world, customer),

    /** The file of a grant for its buyer; 404 for everybody else. */
    openDownload: (token: string, proof: Proof, counts: boolean, address: string): Promise<Outcome<Opened>> => openDownload(world, asked, token, proof, counts, address),

    /** Bytes of a file that `openDownload` answered; the range is inclusive. */
    readFile: (fileKey: string, range?: { start: number; end: number }) => world.files.read(fileKey, range),

    /** What happens later, by name. */
    jobs: {
      'orders.deliver': ({ purchaseId }: { purchaseId: number }): Promise<void> => deliver(world, asked, purchaseId),
      'orders.reconcile': (): Promise<void> => reconcile(world),
    },
  };
}

async function paidOrder(world: World, id: number, browser: string | undefined): Promise<PaidOrder> {
  const order = await purchaseOf(world.db, id);
  const own = browser !== undefined && browserHash(browser) === order.browser;
  const grants = own ? await world.db.selectFrom('deliveryGrant').selectAll().where('purchaseId', '=', id).where('suspended', '=', false).orderBy('kind').execute() : [];
  const payment = order.payment as unknown as Payment;
  const { email_address } = payment.payer;
  return {
    number: String(order.number), reportId: order.reportId, reportCode: order.reportCode, reportTitle: order.reportTitle,
    licence: order.licence as Licence, rights: order.rights, price: order.priceCents, own,
    email: own ? order.email : masked(order.email),
    payment: own ? payment : { ...payment, payer: { payer_id: null, email_address: email_address === null ? null : masked(email_address) } },
    files: grants.map((grant) => ({ kind: grant.kind === 'pdf' ? 'pdf' : 'workbook', token: grant.token, left: grant.allowed - grant.downloads })),
  };
}
