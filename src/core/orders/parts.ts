/** The parts of orders that several others use: each is built once, here, after those it needs. */
import type { OrderDeps } from './deps.ts';
import { DownloadGrants } from './delivery/download-grants.ts';
import { Invoices } from './documents/invoices.ts';
import { BuyerCopies } from './delivery/buyer-copies.ts';
import { Receipts } from './delivery/receipts.ts';
import { Deliveries } from './delivery/deliver.ts';
import { ResendLinks } from './delivery/resend-links.ts';
import { PromisedDeliveries } from './staff/promised-deliveries.ts';
import { UnpaidAttempts } from './payment/unpaid-attempt.ts';
import { SecondPayments } from './refunds/second-payment.ts';
import { PaymentMismatches } from './refunds/payment-mismatch.ts';
import { OrderStateSync } from './refunds/sync-order-state.ts';
import { MarkPaid } from './payment/mark-paid.ts';
import { RefundRecorder } from './refunds/record-refund.ts';
import { RefundReversals } from './refunds/reverse-refund.ts';
import { RefundSync } from './refunds/sync-refunds.ts';
import { RefundRequests } from './refunds/request-refund.ts';
import { CaptureClaims } from './payment/claim-capture.ts';
import { CaptureVerification } from './payment/verify-capture.ts';
import { PaymentCapture } from './payment/capture.ts';
import { AttemptSync } from './payment/sync-attempt.ts';
import { LostWebhooks } from './payment/lost-webhooks.ts';
import { PaymentWebhooks } from './payment/webhook.ts';
import { TransactionReconciler } from './payment/reconcile-transactions.ts';
import { AttemptPolls } from './payment/poll-attempts.ts';
import { OrderAccess } from './order-access.ts';
import { SalesTax } from './checkout/sales-tax.ts';
import { Offers } from './checkout/offer.ts';
import { PaymentAttempts } from './checkout/payment-attempt.ts';
import { EarlierOrders } from './checkout/earlier-order.ts';
import { BankTransfers } from './checkout/bank-transfer.ts';
import { Upgrades } from './licences/upgrade.ts';
import { SeatInvitations } from './licences/seat-invitation.ts';
import { Seats } from './licences/seats.ts';
import { JoinLinks } from './licences/join-link.ts';
import { OrderPage } from './views/order-page.ts';

/** Papers, download links, and how the files of an order are delivered. */
class DeliveryParts {
  readonly downloadGrants: DownloadGrants;
  readonly invoices: Invoices;
  readonly buyerCopies: BuyerCopies;
  readonly receipts: Receipts;
  readonly deliveries: Deliveries;
  readonly resendLinks: ResendLinks;
  readonly promisedDeliveries: PromisedDeliveries;

  constructor(deps: OrderDeps) {
    const downloadGrants = new DownloadGrants(deps);
    const invoices = new Invoices(deps);
    const buyerCopies = new BuyerCopies(deps);
    const receipts = new Receipts(deps, { downloadGrants, invoices });
    const deliveries = new Deliveries(deps, { buyerCopies, downloadGrants, receipts });
    const resendLinks = new ResendLinks(deps, { receipts });
    const promisedDeliveries = new PromisedDeliveries(deps, { deliveries, downloadGrants });
    this.downloadGrants = downloadGrants;
    this.invoices = invoices;
    this.buyerCopies = buyerCopies;
    this.receipts = receipts;
    this.deliveries = deliveries;
    this.resendLinks = resendLinks;
    this.promisedDeliveries = promisedDeliveries;
  }
}

/** Payments and refunds, from the first try to the nightly comparison. */
class PaymentParts extends DeliveryParts {
  readonly unpaidAttempts: UnpaidAttempts;
  readonly secondPayments: SecondPayments;
  readonly paymentMismatches: PaymentMismatches;
  readonly orderStateSync: OrderStateSync;
  readonly markPaid: MarkPaid;
  readonly refundRecorder: RefundRecorder;
  readonly refundSync: RefundSync;
  readonly refundRequests: RefundRequests;
  readonly paymentCapture: PaymentCapture;
  readonly attemptSync: AttemptSync;
  readonly lostWebhooks: LostWebhooks;
  readonly paymentWebhooks: PaymentWebhooks;
  readonly transactionReconciler: TransactionReconciler;
  readonly attemptPolls: AttemptPolls;

  constructor(deps: OrderDeps) {
    super(deps);
    const { deliveries, downloadGrants, invoices } = this;
    const unpaidAttempts = new UnpaidAttempts(deps);
    const secondPayments = new SecondPayments(deps);
    const paymentMismatches = new PaymentMismatches(deps);
    const orderStateSync = new OrderStateSync(deps, { deliveries });
    const markPaid = new MarkPaid(deps, { deliveries, downloadGrants, invoices, orderStateSync });
    const refundRecorder = new RefundRecorder(deps, { invoices, orderStateSync });
    const refundReversals = new RefundReversals(deps, { invoices });
    const refundSync = new RefundSync(deps, { orderStateSync, refundRecorder, refundReversals });
    const refundRequests = new RefundRequests(deps, { refundRecorder, refundSync });
    const captureClaims = new CaptureClaims(deps, { downloadGrants });
    const captureVerification = new CaptureVerification(deps, {
      markPaid,
      refundSync,
      secondPayments,
      unpaidAttempts,
    });
    const paymentCapture = new PaymentCapture(deps, {
      captureClaims,
      unpaidAttempts,
      captureVerification,
    });
    const attemptSync = new AttemptSync(deps, {
      paymentCapture,
      paymentMismatches,
      refundSync,
      secondPayments,
    });
    const lostWebhooks = new LostWebhooks(deps, { attemptSync });
    const paymentWebhooks = new PaymentWebhooks(deps, { attemptSync });
    const transactionReconciler = new TransactionReconciler(deps, { attemptSync, lostWebhooks });
    const attemptPolls = new AttemptPolls(deps, { attemptSync, paymentCapture });
    this.unpaidAttempts = unpaidAttempts;
    this.secondPayments = secondPayments;
    this.paymentMismatches = paymentMismatches;
    this.orderStateSync = orderStateSync;
    this.markPaid = markPaid;
    this.refundRecorder = refundRecorder;
    this.refundSync = refundSync;
    this.refundRequests = refundRequests;
    this.paymentCapture = paymentCapture;
    this.attemptSync = attemptSync;
    this.lostWebhooks = lostWebhooks;
    this.paymentWebhooks = paymentWebhooks;
    this.transactionReconciler = transactionReconciler;
    this.attemptPolls = attemptPolls;
  }
}

/** What a buyer does: buy, pay another way, share seats, upgrade, look at the order. */
export class OrderParts extends PaymentParts {
  readonly orderAccess: OrderAccess;
  readonly salesTax: SalesTax;
  readonly offers: Offers;
  readonly paymentAttempts: PaymentAttempts;
  readonly earlierOrders: EarlierOrders;
  readonly bankTransfers: BankTransfers;
  readonly upgrades: Upgrades;
  readonly seatInvitations: SeatInvitations;
  readonly seats: Seats;
  readonly joinLinks: JoinLinks;
  readonly orderPage: OrderPage;

  constructor(deps: OrderDeps) {
    super(deps);
    const { downloadGrants, invoices, markPaid, paymentCapture } = this;
    const salesTax = new SalesTax(deps);
    const offers = new Offers(deps, { salesTax });
    const paymentAttempts = new PaymentAttempts(deps, { paymentCapture });
    const earlierOrders = new EarlierOrders(deps, { paymentCapture });
    const bankTransfers = new BankTransfers(deps, { invoices, markPaid });
    const upgrades = new Upgrades(deps, { paymentAttempts, salesTax });
    const seatInvitations = new SeatInvitations(deps);
    const seats = new Seats(deps, { downloadGrants, seatInvitations });
    const joinLinks = new JoinLinks(deps, { seatInvitations, seats });
    const orderPage = new OrderPage(deps, { invoices, joinLinks, seats, upgrades });
    this.orderAccess = new OrderAccess(deps);
    this.salesTax = salesTax;
    this.offers = offers;
    this.paymentAttempts = paymentAttempts;
    this.earlierOrders = earlierOrders;
    this.bankTransfers = bankTransfers;
    this.upgrades = upgrades;
    this.seatInvitations = seatInvitations;
    this.seats = seats;
    this.joinLinks = joinLinks;
    this.orderPage = orderPage;
  }
}
