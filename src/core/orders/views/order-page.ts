import { hasAccess, type OrderState } from '../order-states.model.ts';
import type { Licence } from '#core/catalogue/reports/licence.model.ts';
import { listActiveBuyerGrants } from '../delivery/download-grant.store.ts';
import { toOrderFiles, type OrderFile } from '../delivery/download-grants.ts';
import { readPromise, type DeliveryPromise } from '../delivery/promise.model.ts';
import { findNewestEmailState, listRefusedAddresses } from '../delivery/refused-emails.store.ts';
import { openCertificateToken } from '../licences/certificate.ts';
import { hasRightOfWithdrawal, needsPayButton } from '../consumer-law.model.ts';
import type { OrderDeps } from '../deps.ts';
import { Invoices, type OrderDocument } from '../documents/invoices.ts';
import type { JoinLinks } from '../licences/join-link.ts';
import { Seats, type Seat } from '../licences/seats.ts';
import { Upgrades, type Upgrade } from '../licences/upgrade.ts';
import { maskEmail } from '#core/kernel/mask-text.ts';
import { getTransferDueDay, type PaymentDetails } from '../model.ts';
import { isBuyer, type AccessProof } from '../order-access.ts';
import { sumPendingRefunds } from '../refunds/refund.store.ts';
import { readTax, type TaxedPrice } from '../tax.model.ts';
import { getPurchase, type Purchase } from '../purchase.store.ts';
import { listUpgradeChain } from './order-page.store.ts';

/** The part of an order that its page shows to everybody. */
type OrderSummary = {
  readonly number: string;
  readonly state: OrderState;
  readonly reportId: number;
  readonly reportCode: string;
  readonly reportTitle: string;
  readonly licence: Licence;
  readonly licenceName: string;
  readonly rights: string;
  /** Masked for everybody but the buyer. */
  readonly email: string;
  /** The sum to pay, and the parts of it. */
  readonly priceCents: number;
  readonly tax: TaxedPrice;
  readonly currency: string;
  /** Refunded so far. */
  readonly refundedCents: number;
  /** Until when the transfer has to arrive, ISO time; undefined where none is awaited. */
  readonly transferDueOn: string | undefined;
  readonly method: 'card' | 'bank';
  /** ISO time. */
  readonly paidAt: string | undefined;
  /** When we deliver it, while it waits for that or for its payment; undefined otherwise. */
  readonly promise: DeliveryPromise | undefined;
  /** True where it was paid although its buyer had the licence already, and the payment went back. */
  readonly isPaidTwice: boolean;
  /** The provider's answer; its texts are empty while a transfer is awaited. */
  readonly payment: PaymentDetails;
};

/** The documents and the related orders, for the buyer alone. */
type BuyerDetails = {
  /** The cents that the provider is sending back, and that have not arrived. */
  readonly pendingRefundCents: number;
  readonly documents: readonly OrderDocument[];
  /** Identifies the terms that were accepted; null for orders from before it was stored. */
  readonly termsHash: string | null;
  /** The order that this one upgrades, and those that upgrade it. */
  readonly baseOrderNumber: string | undefined;
  readonly upgradeNumbers: readonly string[];
  /** The state of the newest email to the buyer; `waiting` also where none was written yet. */
  readonly emailState: 'sent' | 'waiting' | 'refused' | 'failed';
  /** Addresses of colleagues that mail servers refused, in lower case. */
  readonly refusedSeats: readonly string[];
};

/** The files and licences of a paid order, for the buyer alone. */
type LicenceDetails = {
  readonly files: readonly OrderFile[];
  readonly certificateToken: string | null;
  readonly seats: readonly Seat[];
  readonly seatsLeft: number;
  /** True where everybody employed by the buyer's company may read. */
  readonly isForCompany: boolean;
  /** Where colleagues take seats of a whole company's licence by themselves. */
  readonly joinUrl: string | undefined;
  /** Larger licences for the difference in price; empty once the order was upgraded. */
  readonly upgrades: readonly Upgrade[];
  /** An upgrade needs buildWaiver’s sentence, and a button that says that it is to be paid. */
  readonly needsWaiver: boolean;
  readonly needsPayButton: boolean;
};

/** An order as its page shows it; `isOwn` is true for its buyer. */
export type OrderView = OrderSummary & { readonly isOwn: boolean } & BuyerDetails & LicenceDetails;

/** The outcome of a checkout; `closed` is refunded or suspended. */
export type CheckoutResult =
  | { readonly state: 'paid' | 'closed'; readonly order: OrderView }
  | { readonly state: 'checking' | 'review' };

const emptyPayment: PaymentDetails = {
  id: '',
  status: '',
  purchase_units: [
    { payments: { captures: [{ id: '', amount: { value: '', currency_code: '' } }] } },
  ],
  payer: { payer_id: null, email_address: null },
};

const noBuyerDetails: BuyerDetails = {
  pendingRefundCents: 0,
  documents: [],
  termsHash: null,
  baseOrderNumber: undefined,
  upgradeNumbers: [],
  emailState: 'waiting',
  refusedSeats: [],
};

const noLicenceDetails: LicenceDetails = {
  files: [],
  certificateToken: null,
  seats: [],
  seatsLeft: 0,
  isForCompany: false,
  joinUrl: undefined,
  upgrades: [],
  needsWaiver: false,
  needsPayButton: false,
};

/** Reads orders for their page. */
export class OrderPage {
  readonly #deps: OrderDeps;
  readonly #invoices: Invoices;
  readonly #joinLinks: JoinLinks;
  readonly #seats: Seats;
  readonly #upgrades: Upgrades;

  constructor(
    deps: OrderDeps,
    parts: {
      readonly invoices: Invoices;
      readonly joinLinks: JoinLinks;
      readonly seats: Seats;
      readonly upgrades: Upgrades;
    },
  ) {
    this.#deps = deps;
    this.#invoices = parts.invoices;
    this.#joinLinks = parts.joinLinks;
    this.#seats = parts.seats;
    this.#upgrades = parts.upgrades;
  }

  /** The order: complete for its buyer; addresses masked and no files for anybody else. */
  async getOrderView(
    id: number,
    buyer: Pick<AccessProof, 'browser' | 'customer'>,
  ): Promise<OrderView> {
    const order = await getPurchase(this.#deps.db, id);
    const { timeZone } = await this.#deps.getPublisher();
    if (!isBuyer(order, buyer))
      return {
        ...maskOrder(order, timeZone),
        isOwn: false,
        ...noBuyerDetails,
        ...noLicenceDetails,
      };
    const buyerDetails = await this.#getBuyerDetails(order);
    const isUpgraded = buyerDetails.upgradeNumbers.length > 0;
    const licenceDetails = hasAccess(order.state)
      ? await this.#getLicenceDetails(order, isUpgraded)
      : noLicenceDetails;
    const summary = summarizeOrder(order, timeZone);
    const hasFiles = licenceDetails.files.length > 0;
    const promise = hasFiles ? undefined : summary.promise;
    return { ...summary, promise, isOwn: true, ...buyerDetails, ...licenceDetails };
  }

  async #getBuyerDetails(order: Purchase): Promise<BuyerDetails> {
    const documents = await this.#invoices.listDocuments([order.id]);
    const chain = await listUpgradeChain(this.#deps.db, order);
    return {
      pendingRefundCents: await sumPendingRefunds(this.#deps.db, order.id),
      documents: documents.get(order.id) ?? [],
      termsHash: order.termsHash,
      baseOrderNumber: chain.find(({ id }) => id === order.upgradeOf)?.number,
      upgradeNumbers: chain.flatMap(({ id, number }) => (id === order.upgradeOf ? [] : [number])),
      ...(await this.#readEmails(order)),
    };
  }

  async #readEmails(order: Purchase): Promise<Pick<BuyerDetails, 'emailState' | 'refusedSeats'>> {
    const { db } = this.#deps;
    const own = order.email.toLowerCase();
    const refused = await listRefusedAddresses(db, order.id);
    const refusedSeats = refused.filter((address) => address !== own);
    if (refused.includes(own)) return { emailState: 'refused', refusedSeats };
    const newest = await findNewestEmailState(db, order.id, own);
    const isOver = newest === 'sent' || newest === 'failed';
    return { emailState: isOver ? newest : 'waiting', refusedSeats };
  }

  async #getLicenceDetails(order: Purchase, isUpgraded: boolean): Promise<LicenceDetails> {
    const grants = await listActiveBuyerGrants(this.#deps.db, [order.id]);
    const seats = await this.#seats.listSeats(order);
    const { tax } = await this.#deps.getPublisher();
    return {
      files: toOrderFiles(this.#deps.vault, grants, this.#deps.clock()),
      certificateToken: openCertificateToken(this.#deps.vault, order),
      seats,
      seatsLeft: this.#seats.countSeatsLeft(order, seats.length),
      isForCompany: order.seatLimit === null,
      joinUrl: this.#joinLinks.getJoinUrl(order),
      upgrades: isUpgraded ? [] : await this.#upgrades.listUpgrades(order),
      needsWaiver: hasRightOfWithdrawal(order.buyerKind, order.countryCode),
      needsPayButton: order.buyerKind === 'person' && needsPayButton(tax),
    };
  }
}

function summarizeOrder(order: Purchase, zone: string): OrderSummary {
  const transferDueOn =
    order.state === 'awaiting-transfer' ? getTransferDueDay(order.placedAt, zone) : undefined;
  return {
    number: order.number,
    state: order.state,
    reportId: order.reportId,
    reportCode: order.reportCode,
    reportTitle: order.reportTitle,
    licence: order.licence,
    licenceName: order.licenceName,
    rights: order.rights,
    email: order.email,
    priceCents: order.priceCents,
    tax: readTax(order),
    currency: order.currency,
    refundedCents: order.refundedCents,
    transferDueOn,
    method: order.paymentMethod,
    paidAt: order.paidAt?.toISOString(),
    promise: readPromise(order),
    isPaidTwice: order.closedReason === 'already-paid' && order.state === 'refunded',
    payment: order.payment ?? emptyPayment,
  };
}

/** The summary without the addresses of the buyer and the payer. */
function maskOrder(order: Purchase, zone: string): OrderSummary {
  const summary = summarizeOrder(order, zone);
  const { email_address: payerEmail } = summary.payment.payer;
  return {
    ...summary,
    email: maskEmail(order.email),
    payment: {
      ...summary.payment,
      payer: {
        payer_id: null,
        email_address: payerEmail === null ? null : maskEmail(payerEmail),
      },
    },
  };
}
