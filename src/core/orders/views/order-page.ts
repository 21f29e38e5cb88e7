import { Invoices } from '../documents/invoices.ts';
import { JoinLinks } from '../licences/join-link.ts';
import { Seats } from '../licences/seats.ts';
import { Upgrades } from '../licences/upgrade.ts';
import { isBuyer, type AccessProof } from '../order-access.ts';
import type { Licence } from '#core/catalogue/licence.model.ts';
import type { OrderDeps } from '../deps.ts';

import { toOrderFile, type OrderFile } from '../delivery/download-grants.ts';
import {
  statesWithAccess,
  maskEmail,
  getTransferDueDate,
  type OrderState,
  type PaymentDetails,
} from '../model.ts';
import { type OrderDocument } from '../documents/invoices.ts';
import { type Seat } from '../licences/seats.ts';
import { getPurchase } from '../purchase.store.ts';

export type OrderView = {
  readonly number: string;
  readonly state: OrderState;
  readonly reportId: number;
  readonly reportCode: string;
  readonly reportTitle: string;
  readonly licence: Licence;
  readonly rights: string;
  readonly email: string;
  readonly priceCents: number;
  /** Cents that went back so far. */
  readonly refundedCents: number;
  /** Until when a transfer is awaited, ISO. */
  readonly transferDueAt: string | undefined;
  readonly method: 'card' | 'bank';
  readonly paidAt: string | undefined;
  /** None while a transfer is awaited. */
  readonly payment: PaymentDetails;
  /** True for its buyer: he alone is shown what follows. */
  readonly isOwn: boolean;
  readonly files: readonly OrderFile[];
  readonly documents: readonly OrderDocument[];
  readonly certificateToken: string | null;
  /** Names the text of the terms that were accepted; null for orders from before it was kept. */
  readonly termsHash: string | null;
  readonly seats: readonly Seat[];
  readonly seatsLeft: number;
  /** Where colleagues take seats of a corporate licence by themselves. */
  readonly joinUrl: string | undefined;
  /** The order that this one enlarged, and those that enlarged it. */
  readonly baseOrderNumber: string | undefined;
  readonly upgradeNumbers: readonly string[];
  /** Larger licences for the difference, on the order that nothing has enlarged yet. */
  readonly upgrades: readonly { readonly licence: Licence; readonly cents: number }[];
};

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

export class OrderPage {
  readonly #deps: OrderDeps;
  readonly #invoices: Invoices;
  readonly #joinLinks: JoinLinks;
  readonly #seats: Seats;
  readonly #upgrades: Upgrades;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#invoices = new Invoices(deps);
    this.#joinLinks = new JoinLinks(deps);
    this.#seats = new Seats(deps);
    this.#upgrades = new Upgrades(deps);
  }

  /** An order as its page shows it: whole for its buyer, masked and without files for everybody else. */
  async getOrderView(
    id: number,
    buyer: Pick<AccessProof, 'browser' | 'customer'>,
  ): Promise<OrderView> {
    const order = await getPurchase(this.#deps.db, id);
    const isOwn = isBuyer(order, buyer);
    const hasAccess = isOwn && statesWithAccess.includes(order.state);
    const grants = hasAccess
      ? await this.#deps.db
          .selectFrom('downloadGrant')
          .selectAll()
          .where('purchaseId', '=', id)
          .where('seatId', 'is', null)
          .where('isSuspended', '=', false)
          .orderBy('kind')
          .execute()
      : [];
    const seats = hasAccess ? await this.#seats.listSeats(order) : [];
    const upgradeChain = isOwn
      ? await this.#deps.db
          .selectFrom('purchase')
          .select(['id', 'number'])
          .where('state', 'in', [...statesWithAccess])
          .where((eb) => eb.or([eb('id', '=', order.upgradeOf ?? 0), eb('upgradeOf', '=', id)]))
          .orderBy('id')
          .execute()
      : [];
    const upgradeNumbers = upgradeChain.flatMap((one) =>
      one.id === order.upgradeOf ? [] : [one.number],
    );
    const payment = order.payment ?? emptyPayment;
    const { email_address } = payment.payer;
    return {
      number: order.number,
      state: order.state,
      reportId: order.reportId,
      reportCode: order.reportCode,
      reportTitle: order.reportTitle,
      licence: order.licence,
      rights: order.rights,
      priceCents: order.priceCents,
      refundedCents: order.refundedCents,
      isOwn,
      method: order.paymentMethod,
      paidAt: order.paidAt?.toISOString(),
      transferDueAt:
        order.state === 'awaiting-transfer'
          ? getTransferDueDate(order.placedAt).toISOString()
          : undefined,
      email: isOwn ? order.email : maskEmail(order.email),
      payment: isOwn
        ? payment
        : {
            ...payment,
            payer: {
              payer_id: null,
              email_address: email_address === null ? null : maskEmail(email_address),
            },
          },
      files: grants.map((grant) => toOrderFile(grant, this.#deps.clock())),
      documents: isOwn ? ((await this.#invoices.listDocuments([id])).get(id) ?? []) : [],
      certificateToken: hasAccess ? order.certificateToken : null,
      termsHash: isOwn ? order.termsHash : null,
      seats,
      seatsLeft: hasAccess ? this.#seats.countSeatsLeft(order, seats.length) : 0,
      joinUrl: hasAccess ? this.#joinLinks.getJoinUrl(order) : undefined,
      upgrades:
        hasAccess && upgradeNumbers.length === 0 ? await this.#upgrades.listUpgrades(order) : [],
      baseOrderNumber: upgradeChain.find((one) => one.id === order.upgradeOf)?.number ?? undefined,
      upgradeNumbers,
    };
  }
}
