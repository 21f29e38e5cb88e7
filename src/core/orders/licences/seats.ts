import { hasAccess } from '../order-states.model.ts';
import { removeLicenceName } from '#core/catalogue/reports/licence.model.ts';
import { failWithFieldErrors, groupErrorsByField } from '#core/kernel/form-fields.ts';
import type { EmailOutcome } from '#core/kernel/email-outcome.model.ts';
import { failRateLimited, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { renewSeatGrants, setSeatGrantsSuspended } from '../delivery/download-grant.store.ts';
import { DownloadGrants, freshGrantTerms, type DownloadLink } from '../delivery/download-grants.ts';
import { readPromise, type DeliveryPromise } from '../delivery/promise.model.ts';
import { getLicensee } from '../buyer.model.ts';
import type { OrderDeps } from '../deps.ts';
import { getPurchase, lockPurchase, type Purchase, recordEvent } from '../purchase.store.ts';
import { getEmailDomain, invitationForm, SeatInvitations } from './seat-invitation.ts';
import {
  findSeatByToken,
  listActiveSeats,
  lockActiveSeat,
  markSeatAccepted,
  revokeSeatByEmail,
  type SeatRow,
} from './seat.store.ts';

/** A colleague's seat as the buyer's order page shows it. */
export type Seat = {
  readonly email: string;
  readonly name: string;
  readonly state: 'invited' | 'accepted';
};

/** A seat as its reader's page shows it; the links are empty until it is accepted. */
export type SeatView = {
  readonly name: string;
  readonly reportTitle: string;
  /** The company that has the licence, or the person. */
  readonly licensee: string;
  readonly rights: string;
  readonly isAccepted: boolean;
  readonly links: readonly DownloadLink[];
  /** When we deliver what is not there yet; undefined if nothing is awaited. */
  readonly promise: DeliveryPromise | undefined;
};

/** A seat that can't be used: revoked by the buyer, or its order gives no access any more. */
export type ClosedSeat = {
  /** The company that has the licence, or the person. */
  readonly licensee: string;
  readonly reportTitle: string;
  readonly isRevoked: boolean;
};

/** The seats of a licence: the buyer invites and revokes, the reader accepts and downloads. */
export class Seats {
  readonly #deps: OrderDeps;
  readonly #downloadGrants: DownloadGrants;
  readonly #invitations: SeatInvitations;

  constructor(
    deps: OrderDeps,
    parts: { readonly downloadGrants: DownloadGrants; readonly seatInvitations: SeatInvitations },
  ) {
    this.#deps = deps;
    this.#downloadGrants = parts.downloadGrants;
    this.#invitations = parts.seatInvitations;
  }

  /** The seats that are invited or accepted, oldest first. */
  async listSeats(order: Purchase): Promise<Seat[]> {
    const seats = await listActiveSeats(this.#deps.db, order.id);
    return seats.map(({ email, name, acceptedAt }) => ({
      email,
      name,
      state: acceptedAt ? 'accepted' : 'invited',
    }));
  }

  /** How many more seats an order has beside those taken; 1000 where they are not limited. */
  countSeatsLeft(order: Purchase, takenSeats: number): number {
    return this.#invitations.countSeatsLeft(order, takenSeats);
  }

  /**
   * A colleague is emailed a seat to accept. `invalid` for an address of another domain where the
   * licence is a whole company's, and for the buyer's own, `conflict` if no seat is left,
   * `rate-limited` after 30 an hour. The answer is what becomes of the email: `repeated` where one
   * was sent within the same hour.
   */
  async inviteToSeat(
    order: Purchase,
    form: Readonly<Record<string, unknown>>,
  ): Promise<Outcome<EmailOutcome>> {
    const parsedForm = invitationForm.safeParse(form);
    if (!parsedForm.success)
      return failWithFieldErrors(groupErrorsByField(parsedForm.error.issues));
    const reader = parsedForm.data;
    const domain = getEmailDomain(order.email);
    if (order.seatLimit === null && getEmailDomain(reader.email) !== domain)
      return failWithFieldErrors({ email: [`This licence is for addresses at ${domain}.`] });
    const retryAfterSeconds = await this.#deps.consumeRateLimit(
      'seat-invitation',
      order.number,
      30,
      3600,
    );
    if (retryAfterSeconds !== undefined)
      return failRateLimited(
        retryAfterSeconds,
        'Too many invitations in a short time. Please try again later.',
      );
    const { letterhead } = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx) => {
      const request = { ...reader, isInvitedByBuyer: true };
      const reserved = await this.#invitations.reserveSeat(tx, order, request);
      if (!reserved.ok) return reserved;
      const seat = reserved.value;
      const invitation = { order, reader, seat, letterhead };
      return ok(await this.#invitations.emailInvitation(tx, invitation));
    });
  }

  /** The address has no seat any more, and its downloads are suspended. */
  async revokeSeat(order: Purchase, email: string): Promise<void> {
    await this.#deps.db.transaction().execute(async (tx) => {
      const seat = await revokeSeatByEmail(tx, order.id, email, this.#deps.clock());
      if (seat) await setSeatGrantsSuspended(tx, seat.id, true);
    });
  }

  /** The seat behind an emailed link; undefined if there is none, or it can't be used. */
  async getSeat(token: string): Promise<SeatView | undefined> {
    const found = await this.#findUsableSeat(token);
    if (!found) return undefined;
    const { seat, order } = found;
    const isAccepted = seat.acceptedAt !== null;
    const links = isAccepted ? await this.#downloadGrants.listDownloadLinks(order.id, seat.id) : [];
    return {
      name: seat.name,
      reportTitle: order.reportTitle,
      licensee: getLicensee(order),
      rights: removeLicenceName(order.rights, order.licenceName),
      isAccepted,
      links,
      promise: links.length > 0 ? undefined : readPromise(order),
    };
  }

  /** Why an emailed link no longer opens a seat; undefined for a link that never opened one. */
  async getClosedSeat(token: string): Promise<ClosedSeat | undefined> {
    const seat = await this.#findSeat(token);
    if (!seat) return undefined;
    const order = await getPurchase(this.#deps.db, seat.purchaseId);
    const { reportTitle } = order;
    return { licensee: getLicensee(order), reportTitle, isRevoked: seat.revokedAt !== null };
  }

  /**
   * The reader accepts the seat and may download copies of their own; accepting again changes
   * nothing. Undefined if there is no such seat, or it can't be used.
   */
  async acceptSeat(token: string): Promise<SeatView | undefined> {
    const found = await this.#findUsableSeat(token);
    if (!found) return undefined;
    const { seat, order } = found;
    if (seat.acceptedAt) return this.getSeat(token);
    await this.#deps.db.transaction().execute(async (tx) => {
      // The order is locked first, as everywhere, so that two transactions can't deadlock.
      await lockPurchase(tx, order.id);
      const current = await lockActiveSeat(tx, seat.id);
      if (!current || current.acceptedAt) return;
      const now = this.#deps.clock();
      await markSeatAccepted(tx, seat.id, now);
      await this.#downloadGrants.createDownloadGrants(tx, order, seat.id);
      await setSeatGrantsSuspended(tx, seat.id, false);
      await recordEvent(tx, order.id, now, { kind: 'seat-accepted', detail: { seatId: seat.id } });
    });
    return this.getSeat(token);
  }

  /**
   * The downloads of an accepted seat can be used like new ones; `rate-limited` after three times a
   * day. Undefined if there is no such seat.
   */
  async renewSeatDownloads(token: string): Promise<Outcome<undefined> | undefined> {
    const found = await this.#findUsableSeat(token);
    if (!found?.seat.acceptedAt) return undefined;
    const { seat } = found;
    const retryAfterSeconds = await this.#deps.consumeRateLimit(
      'renew-seat-downloads',
      String(seat.id),
      3,
      86_400,
    );
    if (retryAfterSeconds !== undefined)
      return failRateLimited(
        retryAfterSeconds,
        'Your downloads were renewed several times today. Please try again tomorrow, ' +
          'or contact us.',
      );
    await this.#deps.db
      .transaction()
      .execute((tx) => renewSeatGrants(tx, seat.id, freshGrantTerms(this.#deps.clock())));
    return ok(undefined);
  }

  async #findSeat(token: string): Promise<SeatRow | undefined> {
    const storedTokens = this.#deps.secrets.listStored(token);
    return storedTokens && findSeatByToken(this.#deps.db, storedTokens);
  }

  /** A seat that is not revoked, of an order that gives access to its files. */
  async #findUsableSeat(token: string): Promise<{ seat: SeatRow; order: Purchase } | undefined> {
    const seat = await this.#findSeat(token);
    if (!seat || seat.revokedAt) return undefined;
    const order = await getPurchase(this.#deps.db, seat.purchaseId);
    return hasAccess(order.state) ? { seat, order } : undefined;
  }
}
