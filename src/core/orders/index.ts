import { AcceptedTerms } from './checkout/terms.ts';
import type { BankTransfers } from './checkout/bank-transfer.ts';
import { CheckoutReturn } from './checkout/checkout-return.ts';
import type { EarlierOrders } from './checkout/earlier-order.ts';
import type { Offers } from './checkout/offer.ts';
import { OrderPlacement } from './checkout/place-order.ts';
import type { PaymentAttempts } from './checkout/payment-attempt.ts';
import { ResumeCheckout } from './checkout/resume-checkout.ts';
import { ChangeOrderEmail } from './delivery/change-order-email.ts';
import type { Deliveries } from './delivery/deliver.ts';
import { Downloads } from './delivery/download.ts';
import { NewEditionEmails } from './delivery/new-edition.ts';
import type { ResendLinks } from './delivery/resend-links.ts';
import type { OrderDeps } from './deps.ts';
import { OrderParts } from './parts.ts';
import type { Invoices } from './documents/invoices.ts';
import { Certificates } from './licences/certificate.ts';
import type { JoinLinks } from './licences/join-link.ts';
import type { Seats } from './licences/seats.ts';
import type { OrderAccess } from './order-access.ts';
import { OwnOrder } from './own-order.ts';
import type { LostWebhooks } from './payment/lost-webhooks.ts';
import { PaymentReconciler } from './payment/reconcile.ts';
import { RecordedPayments } from './payment/record-provider-calls.ts';
import type { TransactionReconciler } from './payment/reconcile-transactions.ts';
import type { PaymentWebhooks } from './payment/webhook.ts';
import { Refunds } from './refunds/refund.ts';
import { StaffOrders } from './staff/index.ts';
import { OrderExport } from './views/data-export.ts';
import { Ledger } from './views/ledger.ts';
import { Library } from './views/library.ts';
import { PersonOrders } from './views/person-orders.ts';
import { OrderPersonalData } from './views/personal-data.ts';

export type { OrderView } from './views/order-page.ts';
export { listCodesOrderedSince } from './views/ordered-since.store.ts';

/** Everything that happens to orders, one part for each topic: offers, checkout, payment, … */
export class Orders {
  readonly offers: Offers;
  readonly placement: OrderPlacement;
  readonly paymentAttempts: PaymentAttempts;
  readonly checkoutReturn: CheckoutReturn;
  readonly earlierOrders: EarlierOrders;
  readonly resumeCheckout: ResumeCheckout;
  readonly terms: AcceptedTerms;
  readonly bankTransfers: BankTransfers;
  readonly webhooks: PaymentWebhooks;
  readonly reconciliation: TransactionReconciler;
  readonly refunds: Refunds;
  readonly downloads: Downloads;
  readonly resendLinks: ResendLinks;
  readonly emailChange: ChangeOrderEmail;
  readonly seats: Seats;
  readonly joinLinks: JoinLinks;
  readonly certificates: Certificates;
  readonly documents: Invoices;
  readonly own: OwnOrder;
  readonly library: Library;
  readonly dataExport: OrderExport;
  readonly personOrders: PersonOrders;
  readonly personalData: OrderPersonalData;
  readonly ledger: Ledger;
  readonly staff: StaffOrders;
  readonly #deps: OrderDeps;
  readonly #deliveries: Deliveries;
  readonly #reconciler: PaymentReconciler;
  readonly #lostWebhooks: LostWebhooks;
  readonly #access: OrderAccess;
  readonly #newEditionEmails: NewEditionEmails;

  /** The work that orders do in the background, by the name of its job. */
  readonly jobs = {
    'orders.deliver': ({ purchaseId }: { purchaseId: number }) =>
      this.#deliveries.deliverOrder(purchaseId),
    'orders.reconcile': () => this.#reconciler.reconcilePayments(),
    'orders.findMissedEvents': () => this.#lostWebhooks.findMissedEvents(),
    'orders.handleWebhook': ({ id }: { id: string }) => this.webhooks.handleWebhook(id),
    'orders.assignGuestOrders': (payload: { customerId: number; email: string }) =>
      this.#access.assignGuestOrders(payload),
    'orders.reconcileTransactions': async () => {
      if (await this.#deps.isStoreSetUp()) await this.reconciliation.reconcileTransactions();
    },
    'orders.emailNewEdition': (payload: { reportId: number; edition: number; reason: string }) =>
      this.#newEditionEmails.emailNewEdition(payload),
  };

  constructor(given: OrderDeps) {
    const deps = { ...given, payments: new RecordedPayments(given) };
    this.#deps = deps;
    const parts = new OrderParts(deps);
    this.offers = parts.offers;
    this.placement = new OrderPlacement(deps, parts);
    this.paymentAttempts = parts.paymentAttempts;
    this.checkoutReturn = new CheckoutReturn(parts);
    this.earlierOrders = parts.earlierOrders;
    this.resumeCheckout = new ResumeCheckout(deps);
    this.terms = new AcceptedTerms(deps);
    this.bankTransfers = parts.bankTransfers;
    this.webhooks = parts.paymentWebhooks;
    this.reconciliation = parts.transactionReconciler;
    this.refunds = new Refunds(deps, parts);
    this.downloads = new Downloads(deps, parts);
    this.resendLinks = parts.resendLinks;
    this.emailChange = new ChangeOrderEmail(deps, parts);
    this.seats = parts.seats;
    this.joinLinks = parts.joinLinks;
    this.certificates = new Certificates(deps);
    this.documents = parts.invoices;
    this.own = new OwnOrder(deps, parts);
    this.library = new Library(deps, parts);
    this.dataExport = new OrderExport(deps);
    this.personOrders = new PersonOrders(deps);
    this.personalData = new OrderPersonalData(deps, { orderExport: this.dataExport });
    this.ledger = new Ledger(deps);
    this.staff = new StaffOrders(deps, parts);
    this.#deliveries = parts.deliveries;
    this.#reconciler = new PaymentReconciler(deps, parts);
    this.#lostWebhooks = parts.lostWebhooks;
    this.#access = parts.orderAccess;
    this.#newEditionEmails = new NewEditionEmails(deps, parts);
  }
}
