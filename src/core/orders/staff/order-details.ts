import type { Actor } from '#core/kernel/audit.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { getBuyer } from '../buyer.model.ts';
import type { OrderDeps } from '../deps.ts';
import { markReplaced } from '../documents/invoice.model.ts';
import { listAllSeats } from '../licences/seat.store.ts';
import { maskEmail, maskText } from '#core/kernel/mask-text.ts';
import { hasAccess } from '../order-states.model.ts';
import { findPurchaseByNumber, type Purchase } from '../purchase.store.ts';
import type { StaffOrder, StaffOrderEmail } from './order-details.model.ts';
import {
  listDocumentsForStaff,
  listFiles,
  listProviderIds,
  listRefunds,
  listUpgradeNumbers,
} from './order-details.store.ts';
import { subtractRefunds } from '../refunds/refund-tax.model.ts';
import { isStanding } from '../refunds/refund-state.model.ts';
import { toOrderRow } from './order-lists.ts';
import type { PromisedDeliveries } from './promised-deliveries.ts';
import { refuseReader, seesNoPeople } from './reader.ts';
import { listEmails } from './timeline.store.ts';
import { readTimeline } from './timeline.ts';

/** One order with all that belongs to it, as staff see it. */
export class OrderDetails {
  readonly #deps: OrderDeps;
  readonly #promised: PromisedDeliveries;

  constructor(deps: OrderDeps, parts: { readonly promisedDeliveries: PromisedDeliveries }) {
    this.#deps = deps;
    this.#promised = parts.promisedDeliveries;
  }

  /**
   * The order with its whole timeline. Viewers see people masked, and no links that open what is
   * the buyer's. `forbidden`, `not-found`.
   */
  async getOrder(actor: Actor, number: string): Promise<Outcome<StaffOrder>> {
    const { db } = this.#deps;
    const refused = refuseReader(this.#deps.clock(), actor, 'order.read');
    if (refused) return refused;
    const order = await findPurchaseByNumber(db, number);
    if (!order) return fail('not-found', 'There is no such order.');
    const areMasked = seesNoPeople(actor);
    const mask = (email: string): string => showEmail(email, areMasked);
    const [documents, refunds, files, seats, emails, providerIds, related] = await Promise.all([
      listDocumentsForStaff(db, order.id),
      listRefunds(db, order.id),
      listFiles(db, order.id),
      listAllSeats(db, order.id),
      listEmails(db, order.id),
      listProviderIds(db, order.id),
      listUpgradeNumbers(db, order.id, order.upgradeOf),
    ]);
    const left = subtractRefunds(order, refunds.filter(isStanding));
    const activeSeats = seats.filter(({ revokedAt }) => revokedAt === null);
    return ok({
      ...toOrderRow(order, actor),
      ...readFacts(order, areMasked),
      documents: markReplaced(documents).map(({ token, ...document }) =>
        areMasked ? document : { ...document, token: this.#deps.vault.open(token) },
      ),
      refunds,
      refundableCents: isPaid(order) ? left.priceCents : 0,
      refundableTaxCents: isPaid(order) ? left.taxCents : 0,
      nextRefundPlace: refunds.length + 1,
      delivery: await this.#promised.describe(order),
      files: files.map((file) => ({ ...file, seat: file.seat && mask(file.seat) })),
      seats: seats.map((seat) => toStaffSeat(seat, areMasked)),
      emails: emails.map((email) => ({
        ...email,
        recipient: mask(email.recipient),
        // What a mail server says may name the mailbox.
        lastError: areMasked ? null : email.lastError,
        canResend: canResend(email, [order.email, ...activeSeats.map((seat) => seat.email)]),
      })) satisfies StaffOrderEmail[],
      providerIds,
      upgradeOf: related.find(({ id }) => id === order.upgradeOf)?.number,
      upgrades: related.filter(({ id }) => id !== order.upgradeOf).map((upgrade) => upgrade.number),
      timeline: await readTimeline(db, order, areMasked),
    });
  }
}

const showEmail = (email: string, areMasked: boolean): string =>
  areMasked ? maskEmail(email) : email;

type Seat = Awaited<ReturnType<typeof listAllSeats>>[number];

const toStaffSeat = (
  { name, email, invitedAt, acceptedAt, revokedAt }: Seat,
  areMasked: boolean,
) => ({
  invitedAt,
  acceptedAt,
  revokedAt,
  email: showEmail(email, areMasked),
  name: areMasked ? maskText(name) : name,
});

/** An email whose text was erased has no subject. */
const canResend = (
  { subject, recipient }: Pick<StaffOrderEmail, 'recipient' | 'subject'>,
  addresses: readonly string[],
): boolean => subject !== '' && addresses.some((address) => isSameAddress(address, recipient));

export const isSameAddress = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

const isPaid = ({ state }: Purchase): boolean => hasAccess(state) || state === 'suspended';

/** The order's own facts; of its buyer only what this member of staff may see. */
function readFacts(order: Purchase, areMasked: boolean) {
  const { paidAt, fulfilledAt, rights, listCents, taxCents, taxName, editionNumber } = order;
  const { mobileNo, jobTitle, country } = order;
  const { address, taxId } = getBuyer(order);
  const { vatNumberStatus, vatConsultation, termsTitle, seatLimit, withdrawalWaiver } = order;
  return {
    paidAt,
    fulfilledAt,
    rights,
    listCents,
    taxCents,
    taxName,
    editionNumber,
    termsTitle,
    withdrawalWaiver,
    seatLimit,
    country,
    vatNumberStatus,
    vatConsultation,
    contact: areMasked ? undefined : { mobileNo, jobTitle, address, taxId },
  };
}
