import { AcceptedTerms } from './checkout/terms.ts';
import { BankTransfers } from './checkout/bank-transfer.ts';
import { CheckoutReturn } from './checkout/checkout-return.ts';
import { EarlierOrders } from './checkout/earlier-order.ts';
import { Offers } from './checkout/offer.ts';
import { OrderPlacement } from './checkout/place-order.ts';
import { PaymentAttempts } from './checkout/payment-attempt.ts';
import { ResumeCheckout } from './checkout/resume-checkout.ts';
import { ChangeOrderEmail } from './delivery/change-order-email.ts';
import { Deliveries } from './delivery/deliver.ts';
import { Downloads } from './delivery/download.ts';
import { NewEditionEmails } from './delivery/new-edition.ts';
import { ResendLinks } from './delivery/resend-links.ts';
import type { OrderDeps } from './deps.ts';
import { Invoices } from './documents/invoices.ts';
import { Certificates } from './licences/certificate.ts';
import { JoinLinks } from './licences/join-link.ts';
import { Seats } from './licences/seats.ts';
import { OrderAccess } from './order-access.ts';
import { OwnOrder } from './own-order.ts';
import { LostWebhooks } from './payment/lost-webhooks.ts';
import { PaymentReconciler } from './payment/reconcile.ts';
import { recordProviderCalls } from './payment/record-provider-calls.ts';
import { TransactionReconciler } from './payment/reconcile-transactions.ts';
import { PaymentWebhooks } from './payment/webhook.ts';
import { Refunds } from './refunds/refund.ts';
import { createStaffOrders } from './staff/index.ts';
import { OrderExport } from './views/data-export.ts';
import { Ledger } from './views/ledger.ts';
import { Library } from './views/library.ts';
import { PersonOrders } from './views/person-orders.ts';
import { listCodesOrderedSince } from './views/ordered-since.store.ts';
import { OrderPersonalData } from './views/personal-data.ts';

export type { OrderView } from './views/order-page.ts';
export type Orders = ReturnType<typeof createOrders>;

/** Everything that happens to orders, one object for each part: offers, checkout, payment, … */
export function createOrders(given: OrderDeps) {
  const deps: OrderDeps = { ...given, payments: recordProviderCalls(given) };
  const webhooks = new PaymentWebhooks(deps);
  const reconciliation = new TransactionReconciler(deps);
  return {
    offers: new Offers(deps),
    placement: new OrderPlacement(deps),
    paymentAttempts: new PaymentAttempts(deps),
    checkoutReturn: new CheckoutReturn(deps),
    earlierOrders: new EarlierOrders(deps),
    resumeCheckout: new ResumeCheckout(deps),
    terms: new AcceptedTerms(deps),
    bankTransfers: new BankTransfers(deps),
    webhooks,
    reconciliation,
    refunds: new Refunds(deps),
    downloads: new Downloads(deps),
    resendLinks: new ResendLinks(deps),
    emailChange: new ChangeOrderEmail(deps),
    seats: new Seats(deps),
    joinLinks: new JoinLinks(deps),
    certificates: new Certificates(deps),
    documents: new Invoices(deps),
    own: new OwnOrder(deps),
    library: new Library(deps),
    dataExport: new OrderExport(deps),
    personOrders: new PersonOrders(deps),
    personalData: new OrderPersonalData(deps),
    ledger: new Ledger(deps),
    listCodesOrderedSince,
    staff: createStaffOrders(deps),
    jobs: orderJobs(deps, webhooks, reconciliation),
  };
}

/** The work that orders do in the background, by the name of its job. */
function orderJobs(
  deps: OrderDeps,
  webhooks: PaymentWebhooks,
  reconciliation: TransactionReconciler,
) {
  const deliveries = new Deliveries(deps);
  const reconciler = new PaymentReconciler(deps);
  const lostWebhooks = new LostWebhooks(deps);
  const access = new OrderAccess(deps);
  const newEditionEmails = new NewEditionEmails(deps);
  return {
    'orders.deliver': ({ purchaseId }: { purchaseId: number }) =>
      deliveries.deliverOrder(purchaseId),
    'orders.reconcile': () => reconciler.reconcilePayments(),
    'orders.findMissedEvents': () => lostWebhooks.findMissedEvents(),
    'orders.handleWebhook': ({ id }: { id: string }) => webhooks.handleWebhook(id),
    'orders.assignGuestOrders': (payload: { customerId: number; email: string }) =>
      access.assignGuestOrders(payload),
    'orders.reconcileTransactions': async () => {
      if (await deps.isStoreSetUp()) await reconciliation.reconcileTransactions();
    },
    'orders.emailNewEdition': (payload: { reportId: number; edition: number; reason: string }) =>
      newEditionEmails.emailNewEdition(payload),
  };
}
