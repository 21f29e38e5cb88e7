import type { Customer } from '../accounts/model.ts';
import type { Licence } from '../catalogue/licence.model.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import type { World } from '../world.ts';
import { boughtBefore, typedBefore, unpaid } from './again.ts';
import {
  buyersOrder,
  placeUpgrade,
  renew,
  renewByAddress,
  tellEdition,
  upgrades,
} from './after.ts';
import type { Asked, Offer, Placed } from './asked.ts';
import { settleByProvider, type Settled } from './capture.ts';
import { certificatePdf, verify } from './certificate.ts';
import { cancelOrder, offer, placeOrder, type By } from './checkout.ts';
import { deliver, openDownload, type Asking, type Opened, type Proof } from './delivery.ts';
import { join, openJoin, sharedWith, takeShared, type Shared } from './join.ts';
import { closeTransfer, deskOrder, readdress, renewFor, waiting } from './desk.ts';
import { library, type LibraryOrder } from './library.ts';
import { delivered, type OrderState } from './model.ts';
import { keptOf, moved } from './kept.ts';
import { openPaper, type Paper } from './papers.ts';
import { paidOrder, type Finished, type PaidOrder } from './paid.ts';
import { compareBooks, reconcile } from './reconcile.ts';
import { refundOrder } from './refund.ts';
import { closedSeat, invite, openSeat, renewSeat, revoke } from './seats.ts';
import { acceptedTerms } from './terms.ts';
import { markPaid } from './transfer.ts';
import { handleWebhook, hearWebhook } from './webhook.ts';

export type { Finished, PaidOrder, Paper };
export type Orders = ReturnType<typeof createOrders>;
/** States that an order has a page in. */
const shown: readonly OrderState[] = ['awaiting-transfer', ...delivered, 'refunded', 'reversed'];
type Form = Readonly<Record<string, unknown>>;
/** Who a request comes from, as far as orders ask. */
export type Buyer = Pick<Proof, 'browser' | 'customer'>;

/** Who buys: from a licence's price to the file in the buyer's hands, and everything that may happen to the money after. */
export function createOrders(world: World, asked: Asked) {
  return {
    /** What is for sale under a code or link id: 404 for an unknown one, 422 for a licence that does not exist. */
    offer: (id: string, licence?: string): Promise<Outcome<Offer>> =>
      offer(world, asked, id, licence),

    /** The order stands and may be paid at `approvalUrl` (by transfer: the page that says how): see checkout.ts for its refusals (404, 422, 429, 502). */
    place: (form: Form, browser: string, by: By = {}): Promise<Outcome<Placed>> =>
      placeOrder(world, asked, form, browser, by),

    /** The buyer turned back at the provider; an approval that still arrives wins. */
    cancel: (providerId: string): Promise<void> => cancelOrder(world, providerId),

    /**
     * The buyer is back: takes the money once, however often it is called, and answers the same each time.
     * 404 for a token that is not ours; 409 where it was not approved or declined; `checking` where the provider
     * gave no clear answer (the reconciler goes on), `review` where the provider itself has to look, `closed` where the money went back or is in dispute.
     */
    finish: async (
      token: string,
      browser: string | undefined,
      customer?: Customer,
    ): Promise<Outcome<Finished>> => {
      if (!/^[A-Z0-9]{1,36}$/.test(token)) return refuse(404, 'Payment capture failed.');
      const found = await settleByProvider(world, asked, token);
      if (!found) return refuse(404, 'Payment capture failed.');
      const refused: Partial<Record<Settled, true>> = { 'not-approved': true, declined: true };
      if (refused[found.settled]) return refuse(409, 'Payment capture failed.');
      const { settled } = found;
      if (settled === 'paid' || settled === 'closed')
        return done({
          state: settled,
          order: await paidOrder(world, asked, found.purchaseId, { browser, customer }),
        });
      return done({
        state: settled === 'review' || settled === 'mismatch' ? 'review' : 'checking',
      });
    },

    /** What was not paid behind a provider's token, what was typed for it, and what was bought before: for its buyer alone. */
    unpaid: (token: string, buyer: Buyer) => unpaid(world, token, buyer),
    typedBefore: (reportId: number, browser: string | undefined) =>
      typedBefore(world, reportId, browser),
    boughtBefore: (reportId: number, licence: Licence, buyer: Buyer) =>
      boughtBefore(world, reportId, licence, buyer),

    /** An order by its number, for its buyer alone: paid, closed again, or waiting for a transfer; undefined for everybody else. */
    ownOrder: async (number: string, buyer: Buyer): Promise<PaidOrder | undefined> => {
      const row = await world.db
        .selectFrom('purchase')
        .select(['id', 'state', 'method'])
        .where('number', '=', number)
        .executeTakeFirst();
      const closedTransfer = row?.method === 'bank' && ['cancelled', 'expired'].includes(row.state);
      if (!row || !(closedTransfer || shown.includes(row.state as OrderState))) return undefined;
      const order = await paidOrder(world, asked, row.id, buyer);
      return order.own ? order : undefined;
    },

    /** All that is kept of a customer's orders. */
    keptOf: (customer: Customer): Promise<object[]> => keptOf(world, customer),
    /** All orders of a customer that were placed with his account or his confirmed address, newest first. */
    library: (customer: Customer): Promise<LibraryOrder[]> => library(world, customer),

    /** The file of a grant for its buyer; 404 for everybody else. */
    openDownload: (
      token: string,
      proof: Proof,
      asking: Asking,
      address: string,
    ): Promise<Outcome<Opened>> => openDownload(world, asked, token, proof, asking, address),

    /** Bytes of a file that `openDownload` or `openPaper` answered; the range is inclusive. */
    readFile: (fileKey: string, range?: { start: number; end: number }) =>
      world.files.read(fileKey, range),

    /** An invoice, pro-forma invoice or credit note by the secret in its link. */
    openPaper: (token: string) => openPaper(world, token),
    /** A text of the terms that some order was placed under. */
    acceptedTerms: (hash: string) => acceptedTerms(world, hash),
    /** The public page and the PDF of a licence certificate, by its address. */
    verify: (token: string) => verify(world, asked, token),
    certificatePdf: (token: string) => certificatePdf(world, asked, token),

    /** The buyer's downloads work again; 404 for everybody else. */
    renew: async (number: string, buyer: Buyer): Promise<Outcome<{ message: string }>> => {
      const order = await buyersOrder(world, number, buyer);
      return order.ok ? renew(world, asked, order.value) : order;
    },
    renewByAddress: (number: string, email: string, visitor: string) =>
      renewByAddress(world, asked, number, email, visitor),

    /** A colleague is invited to a seat, or loses it; the seat behind a letter's link. */
    invite: async (
      number: string,
      buyer: Buyer,
      form: Form,
    ): Promise<Outcome<{ again: boolean }>> => {
      const order = await buyersOrder(world, number, buyer);
      return order.ok ? invite(world, asked, order.value, form) : order;
    },
    revokeSeat: async (
      number: string,
      buyer: Buyer,
      email: string,
    ): Promise<Outcome<undefined>> => {
      const order = await buyersOrder(world, number, buyer);
      if (!order.ok) return order;
      await revoke(world, order.value, email);
      return done(undefined);
    },
    openSeat: (token: string, accept: boolean) => openSeat(world, token, accept),
    renewSeat: (token: string) => renewSeat(world, token),
    closedSeat: (token: string) => closedSeat(world, token),

    /** A corporate licence's address for colleagues: whose it is, and a seat by a letter to an address of the company's domain. */
    openJoin: (number: string, signature: string) => openJoin(world, number, signature),
    join: (
      number: string,
      signature: string,
      form: Form,
      visitor: string,
    ): Promise<Outcome<{ message: string }>> =>
      join(world, asked, number, signature, form, visitor),
    /** Seats of a customer's confirmed address, and those that his company's domain may have. */
    sharedWith: (customer: Customer): Promise<Shared[]> => sharedWith(world, customer),
    takeShared: (customer: Customer, number: string): Promise<Outcome<{ path: string }>> =>
      takeShared(world, customer, number),

    /** What a larger licence costs, and an order for the difference. */
    upgrades: async (
      number: string,
      buyer: Buyer,
    ): Promise<{ licence: Licence; cents: number }[]> => {
      const order = await buyersOrder(world, number, buyer);
      return order.ok ? upgrades(world, asked, order.value) : [];
    },
    upgrade: async (number: string, buyer: Buyer, licence: string): Promise<Outcome<Placed>> => {
      const order = await buyersOrder(world, number, buyer);
      return order.ok ? placeUpgrade(world, asked, order.value, licence) : order;
    },

    /** A webhook's raw bytes: verified, kept once, worked on later. */
    hear: (
      raw: Uint8Array,
      headers: Readonly<Record<string, string | undefined>>,
    ): Promise<Outcome<undefined>> => hearWebhook(world, raw, headers),

    /** For staff: what waits, one order whole, a transfer that arrived or never will, money back, links renewed, the books against ours. Who calls has checked who asks. */
    waiting: () => waiting(world),
    deskOrder: (number: string) => deskOrder(world, number),
    renewFor: (number: string) => renewFor(world, asked, number),
    readdress: (number: string, to: string, by: string) => readdress(world, asked, number, to, by),
    closeTransfer: (number: string, by: string) => closeTransfer(world, asked, number, by),
    refund: (number: string, cents: number, reason: string) =>
      refundOrder(world, asked, number, cents, reason),
    markPaid: (number: string, by: string) => markPaid(world, asked, number, by),
    compareBooks: () => compareBooks(world, asked),

    /** What happens later, by name. */
    jobs: {
      'orders.deliver': ({ purchaseId }: { purchaseId: number }): Promise<void> =>
        deliver(world, asked, purchaseId),
      'orders.reconcile': (): Promise<void> => reconcile(world, asked),
      'orders.webhook': ({ id }: { id: string }): Promise<void> => handleWebhook(world, asked, id),
      'orders.moved': (payload: { customerId: number; email: string }): Promise<void> =>
        moved(world, payload),
      'orders.books': async (): Promise<void> => void (await compareBooks(world, asked)),
      'orders.edition': (payload: {
        reportId: number;
        edition: number;
        reason: string;
      }): Promise<void> => tellEdition(world, asked, payload),
    },
  };
}
