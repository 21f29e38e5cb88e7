import type { Customer } from '../accounts/model.ts';
import type { Licence } from '../catalogue/licence.model.ts';
import { ok, fail, type Outcome } from '../kernel/outcome.model.ts';
import type { Deps } from '../deps.ts';
import {
  findPreviousPurchase,
  getPreviousBillingDetails,
  getUnpaidOrder,
} from './checkout/resume-checkout.ts';
import {
  requireBuyerOrder,
  placeUpgrade,
  resendLinks,
  resendLinksByEmail,
  emailNewEdition,
  listUpgrades,
} from './licences/upgrade.ts';
import type { OrderDeps, Offer, PlacedOrder } from './deps.ts';
import { capturePaymentByProviderId, type PaymentStatus } from './payment/capture.ts';
import { renderCertificatePdf, verifyCertificate } from './licences/certificate.ts';
import { cancelOrder, getOffer, placeOrder, type PlacedBy } from './checkout/place-order.ts';
import {
  deliverOrder,
  openDownload,
  type DownloadMode,
  type DownloadFile,
  type AccessProof,
} from './delivery/download.ts';
import {
  requestSeat,
  openJoinLink,
  listSharedSeats,
  claimSeat,
  type SharedSeat,
} from './licences/join-link.ts';
import {
  cancelTransfer,
  getStaffOrder,
  changeOrderEmail,
  resendLinksForStaff,
  listNeedsAttention,
} from './views/staff.ts';
import { listLibraryOrders, type LibraryOrder } from './views/library.ts';
import { statesWithAccess, type OrderState } from './model.ts';
import { exportData, assignGuestOrders } from './views/data-export.ts';
import { openDocument, type OrderDocument } from './documents/invoices.ts';
import { getOrderView, type CheckoutResult, type OrderView } from './views/order-page.ts';
import { reconcileTransactions, reconcilePayments } from './payment/reconcile.ts';
import { refundOrder } from './refunds/refund.ts';
import {
  getClosedSeat,
  inviteToSeat,
  openSeat,
  renewSeatDownloads,
  revokeSeat,
} from './licences/seats.ts';
import { getAcceptedTerms } from './checkout/terms.ts';
import { confirmTransfer } from './checkout/bank-transfer.ts';
import { handleWebhook, receiveWebhook } from './payment/webhook.ts';

export type { CheckoutResult, OrderView, OrderDocument };
export type Orders = ReturnType<typeof createOrders>;
/** States that an order has a page in. */
const statesWithPage: readonly OrderState[] = [
  'awaiting-transfer',
  ...statesWithAccess,
  'refunded',
  'suspended',
];
type Form = Readonly<Record<string, unknown>>;
/** Who a request comes from, as far as orders ask. */
export type Buyer = Pick<AccessProof, 'browser' | 'customer'>;

/** Who buys: from a licence's price to the file in the buyer's hands, and everything that may happen to the money after. */
export function createOrders(deps: Deps, orderDeps: OrderDeps) {
  return {
    /** What is for sale under a code or link id: 404 for an unknown one, 422 for a licence that does not exist. */
    getOffer: (id: string, licence?: string): Promise<Outcome<Offer>> =>
      getOffer(deps, orderDeps, id, licence),

    /** The order stands and may be paid at `approvalUrl` (by transfer: the page that says how): see checkout.ts for its refusals (404, 422, 429, 502). */
    placeOrder: (form: Form, browser: string, by: PlacedBy = {}): Promise<Outcome<PlacedOrder>> =>
      placeOrder(deps, orderDeps, form, browser, by),

    /** The buyer turned back at the provider; an approval that still arrives wins. */
    cancelOrder: (providerId: string): Promise<void> => cancelOrder(deps, providerId),

    /**
     * The buyer is back: takes the money once, however often it is called, and answers the same each time.
     * 404 for a token that is not ours; 409 where it was not approved or declined; `checking` where the provider
     * gave no clear answer (the reconciler goes on), `review` where the provider itself has to look, `closed` where the money went back or is in dispute.
     */
    completeCheckout: async (
      token: string,
      browser: string | undefined,
      customer?: Customer,
    ): Promise<Outcome<CheckoutResult>> => {
      if (!/^[A-Z0-9]{1,36}$/.test(token)) return fail('not-found', 'Payment capture failed.');
      const found = await capturePaymentByProviderId(deps, orderDeps, token);
      if (!found) return fail('not-found', 'Payment capture failed.');
      const refused: Partial<Record<PaymentStatus, true>> = {
        'not-approved': true,
        declined: true,
      };
      if (refused[found.settled]) return fail('conflict', 'Payment capture failed.');
      const { settled } = found;
      if (settled === 'paid' || settled === 'closed')
        return ok({
          state: settled,
          order: await getOrderView(deps, orderDeps, found.purchaseId, { browser, customer }),
        });
      return ok({
        state: settled === 'review' || settled === 'mismatch' ? 'review' : 'checking',
      });
    },

    /** What was not paid behind a provider's token, what was typed for it, and what was bought before: for its buyer alone. */
    getUnpaidOrder: (token: string, buyer: Buyer) => getUnpaidOrder(deps, token, buyer),
    getPreviousBillingDetails: (reportId: number, browser: string | undefined) =>
      getPreviousBillingDetails(deps, reportId, browser),
    findPreviousPurchase: (reportId: number, licence: Licence, buyer: Buyer) =>
      findPreviousPurchase(deps, reportId, licence, buyer),

    /** An order by its number, for its buyer alone: paid, closed again, or waiting for a transfer; undefined for everybody else. */
    getOwnOrder: async (number: string, buyer: Buyer): Promise<OrderView | undefined> => {
      const row = await deps.db
        .selectFrom('purchase')
        .select(['id', 'state', 'paymentMethod'])
        .where('number', '=', number)
        .executeTakeFirst();
      const closedTransfer =
        row?.paymentMethod === 'bank' && ['cancelled', 'expired'].includes(row.state);
      if (!row || !(closedTransfer || statesWithPage.includes(row.state as OrderState)))
        return undefined;
      const order = await getOrderView(deps, orderDeps, row.id, buyer);
      return order.isOwn ? order : undefined;
    },

    /** All that is kept of a customer's orders. */
    exportData: (customer: Customer): Promise<object[]> => exportData(deps, customer),
    /** All orders of a customer that were placed with his account or his confirmed address, newest first. */
    listLibraryOrders: (customer: Customer): Promise<LibraryOrder[]> =>
      listLibraryOrders(deps, customer),

    /** The file of a grant for its buyer; 404 for everybody else. */
    openDownload: (
      token: string,
      proof: AccessProof,
      asking: DownloadMode,
      address: string,
    ): Promise<Outcome<DownloadFile>> =>
      openDownload(deps, orderDeps, token, proof, asking, address),

    /** Bytes of a file that `openDownload` or `openPaper` answered; the range is inclusive. */
    readFile: (fileKey: string, range?: { start: number; end: number }) =>
      deps.files.read(fileKey, range),

    /** An invoice, pro-forma invoice or credit note by the secret in its link. */
    openDocument: (token: string) => openDocument(deps, token),
    /** A text of the terms that some order was placed under. */
    getAcceptedTerms: (hash: string) => getAcceptedTerms(deps, hash),
    /** The public page and the PDF of a licence certificate, by its address. */
    verifyCertificate: (token: string) => verifyCertificate(deps, orderDeps, token),
    renderCertificatePdf: (token: string) => renderCertificatePdf(deps, orderDeps, token),

    /** The buyer's downloads work again; 404 for everybody else. */
    resendLinks: async (number: string, buyer: Buyer): Promise<Outcome<{ message: string }>> => {
      const order = await requireBuyerOrder(deps, number, buyer);
      return order.ok ? resendLinks(deps, orderDeps, order.value) : order;
    },
    resendLinksByEmail: (number: string, email: string, visitor: string) =>
      resendLinksByEmail(deps, orderDeps, number, email, visitor),

    /** A colleague is invited to a seat, or loses it; the seat behind a letter's link. */
    inviteToSeat: async (
      number: string,
      buyer: Buyer,
      form: Form,
    ): Promise<Outcome<{ again: boolean }>> => {
      const order = await requireBuyerOrder(deps, number, buyer);
      return order.ok ? inviteToSeat(deps, orderDeps, order.value, form) : order;
    },
    revokeSeat: async (
      number: string,
      buyer: Buyer,
      email: string,
    ): Promise<Outcome<undefined>> => {
      const order = await requireBuyerOrder(deps, number, buyer);
      if (!order.ok) return order;
      await revokeSeat(deps, order.value, email);
      return ok(undefined);
    },
    openSeat: (token: string, accept: boolean) => openSeat(deps, token, accept),
    renewSeatDownloads: (token: string) => renewSeatDownloads(deps, token),
    getClosedSeat: (token: string) => getClosedSeat(deps, token),

    /** A corporate licence's address for colleagues: whose it is, and a seat by a letter to an address of the company's domain. */
    openJoinLink: (number: string, signature: string) => openJoinLink(deps, number, signature),
    requestSeat: (
      number: string,
      signature: string,
      form: Form,
      visitor: string,
    ): Promise<Outcome<{ message: string }>> =>
      requestSeat(deps, orderDeps, number, signature, form, visitor),
    /** Seats of a customer's confirmed address, and those that his company's domain may have. */
    listSharedSeats: (customer: Customer): Promise<SharedSeat[]> => listSharedSeats(deps, customer),
    claimSeat: (customer: Customer, number: string): Promise<Outcome<{ path: string }>> =>
      claimSeat(deps, customer, number),

    /** What a larger licence costs, and an order for the difference. */
    listUpgrades: async (
      number: string,
      buyer: Buyer,
    ): Promise<{ licence: Licence; cents: number }[]> => {
      const order = await requireBuyerOrder(deps, number, buyer);
      return order.ok ? listUpgrades(deps, orderDeps, order.value) : [];
    },
    placeUpgrade: async (
      number: string,
      buyer: Buyer,
      licence: string,
    ): Promise<Outcome<PlacedOrder>> => {
      const order = await requireBuyerOrder(deps, number, buyer);
      return order.ok ? placeUpgrade(deps, orderDeps, order.value, licence) : order;
    },

    /** A webhook's raw bytes: verified, kept once, worked on later. */
    receiveWebhook: (
      raw: Uint8Array,
      headers: Readonly<Record<string, string | undefined>>,
    ): Promise<Outcome<undefined>> => receiveWebhook(deps, raw, headers),

    /** For staff: what waits, one order whole, a transfer that arrived or never will, money back, links renewed, the books against ours. Who calls has checked who asks. */
    listNeedsAttention: () => listNeedsAttention(deps),
    getStaffOrder: (number: string) => getStaffOrder(deps, number),
    resendLinksForStaff: (number: string) => resendLinksForStaff(deps, orderDeps, number),
    changeOrderEmail: (number: string, to: string, by: string) =>
      changeOrderEmail(deps, orderDeps, number, to, by),
    cancelTransfer: (number: string, by: string) => cancelTransfer(deps, orderDeps, number, by),
    refundOrder: (number: string, cents: number, reason: string) =>
      refundOrder(deps, orderDeps, number, cents, reason),
    confirmTransfer: (number: string, by: string) => confirmTransfer(deps, orderDeps, number, by),
    reconcileTransactions: () => reconcileTransactions(deps, orderDeps),

    /** What happens later, by name. */
    jobs: {
      'orders.deliver': ({ purchaseId }: { purchaseId: number }): Promise<void> =>
        deliverOrder(deps, orderDeps, purchaseId),
      'orders.reconcile': (): Promise<void> => reconcilePayments(deps, orderDeps),
      'orders.handleWebhook': ({ id }: { id: string }): Promise<void> =>
        handleWebhook(deps, orderDeps, id),
      'orders.assignGuestOrders': (payload: { customerId: number; email: string }): Promise<void> =>
        assignGuestOrders(deps, payload),
      'orders.reconcileTransactions': async (): Promise<void> =>
        void (await reconcileTransactions(deps, orderDeps)),
      'orders.emailNewEdition': (payload: {
        reportId: number;
        edition: number;
        reason: string;
      }): Promise<void> => emailNewEdition(deps, orderDeps, payload),
    },
  };
}
