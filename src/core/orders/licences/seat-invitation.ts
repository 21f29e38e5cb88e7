import type { Letterhead } from '#core/kernel/email-layout.ts';
import { z } from 'zod';
import type { Tx } from '#core/deps.ts';
import { emailField, failWithFieldErrors, singleLineField } from '#core/kernel/form-fields.ts';
import type { EmailOutcome } from '#core/kernel/email-outcome.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { OrderDeps } from '../deps.ts';
import { seatInvitationEmail } from '../emails/seat-invitation.ts';
import { lockPurchase, type Purchase, recordEvent } from '../purchase.store.ts';
import { insertSeat, inviteSeatAgain, listAllSeats } from './seat.store.ts';

/** A colleague whom the buyer invites, or who asks for a seat. */
export const invitationForm = z.object({
  name: singleLineField('the name of your colleague', 200),
  email: emailField('Please give the email address of your colleague.'),
});

type InvitedReader = z.infer<typeof invitationForm>;

type SeatRequest = InvitedReader & {
  /** Only the buyer can invite somebody whose seat they revoked, or change a reader's name. */
  readonly isInvitedByBuyer: boolean;
};

type ReservedSeat = {
  readonly id: number;
  readonly token: string;
};

type Invitation = {
  readonly order: Purchase;
  readonly reader: InvitedReader;
  readonly seat: ReservedSeat;
  readonly letterhead: Letterhead;
};

/** Seats of a whole company's licence, whose readers are not counted. */
const unlimitedSeats = 1000;

export const getEmailDomain = (email: string): string => email.toLowerCase().split('@')[1] ?? '';

const getHourNumber = (date: Date): number => Math.floor(date.getTime() / 3_600_000);

/** Reserves seats and invites their readers, within a transaction of the caller. */
export class SeatInvitations {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * How many more seats an order has beside those taken. A whole company's licence has none where
   * anybody can have an address of the buyer's email domain.
   */
  countSeatsLeft(order: Purchase, takenSeats: number): number {
    if (order.seatLimit !== null) return Math.max(0, order.seatLimit - 1 - takenSeats);
    return this.#deps.isFreeEmailDomain(getEmailDomain(order.email)) ? 0 : unlimitedSeats;
  }

  /**
   * In `tx`: the address has a seat, new or as before. `invalid` for the buyer's own address,
   * `conflict` if no seat is left, or where the buyer revoked it and does not invite again.
   */
  async reserveSeat(
    tx: Tx,
    { id: purchaseId }: Purchase,
    { name, email, isInvitedByBuyer }: SeatRequest,
  ): Promise<Outcome<ReservedSeat>> {
    const order = await lockPurchase(tx, purchaseId);
    const seats = await listAllSeats(tx, order.id);
    const existingSeat = seats.find((seat) => isSameEmail(seat.email, email));
    if (isSameEmail(email, order.email))
      return failWithFieldErrors({
        email: ['This is the email address of the order, which needs no seat.'],
      });
    if (existingSeat?.revokedAt && !isInvitedByBuyer)
      return fail('conflict', 'The buyer has revoked this seat.');
    const otherSeats = seats.filter((seat) => !seat.revokedAt && seat !== existingSeat);
    if (this.countSeatsLeft(order, otherSeats.length) < 1)
      return fail(
        'conflict',
        'This licence has no seats left. You can upgrade it for the difference in price.',
      );
    const now = this.#deps.clock();
    const seat = existingSeat
      ? await inviteSeatAgain(tx, existingSeat.id, {
          invitedAt: now,
          ...(isInvitedByBuyer ? { name } : {}),
        })
      : await insertSeat(tx, {
          purchaseId: order.id,
          name,
          email,
          token: this.#deps.secrets.createToken().sealed,
          invitedAt: now,
        });
    await recordEvent(tx, order.id, now, { kind: 'seat-invited', detail: { seatId: seat.id } });
    return ok({ id: seat.id, token: this.#deps.vault.open(seat.token) });
  }

  /** In `tx`: emails the link to a reserved seat, at most once an hour for each seat. */
  async emailInvitation(
    tx: Tx,
    { order, reader, seat, letterhead }: Invitation,
  ): Promise<EmailOutcome> {
    const { origin } = this.#deps;
    const email = seatInvitationEmail({
      order,
      reader,
      seatUrl: `${origin}/seat/${seat.token}`,
      publisher: letterhead,
      origin,
      dedupeKey: `seat-${seat.id}-${getHourNumber(this.#deps.clock())}`,
    });
    return this.#deps.emails.queue(tx, email);
  }
}

const isSameEmail = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();
