import { DownloadGrants } from '../delivery/download-grants.ts';

import { type DownloadLink } from '../delivery/download-grants.ts';
import { removeLicenceName } from '#core/catalogue/licence.model.ts';
import {
  emailField as address,
  groupErrorsByField,
  failWithFieldErrors,
  singleLineField,
} from '#core/kernel/form-fields.ts';
import { z } from 'zod';
import { ok, fail, type Outcome } from '#core/kernel/outcome.model.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import type { Tx } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';

import { seatInvitationEmail } from '../emails.ts';
import { statesWithAccess } from '../model.ts';
import { recordEvent, getPurchase, type Purchase } from '../purchase.store.ts';

export type Seat = {
  readonly email: string;
  readonly name: string;
  readonly state: 'invited' | 'accepted';
};

/** A reader of a seat as he is invited, or invites himself. */
export const invitationForm = z.object({
  name: singleLineField('the name of your colleague', 200),
  email: address('Please give the e-mail address of your colleague.'),
});

export const getEmailDomain = (email: string): string => email.toLowerCase().split('@')[1] ?? '';
const getHourNumber = (at: Date): number => Math.floor(at.getTime() / 3_600_000);

export type SeatView = {
  readonly name: string;
  readonly reportTitle: string;
  readonly companyName: string;
  readonly rights: string;
  readonly isAccepted: boolean;
  readonly links: readonly DownloadLink[];
};

export class Seats {
  readonly #deps: OrderDeps;
  readonly #downloadGrants: DownloadGrants;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#downloadGrants = new DownloadGrants(deps);
  }

  /** How many people may have a seat beside the buyer, as the order was sold: none, a few, or everybody of his e-mail domain. */
  countSeatsLeft(order: Purchase, takenSeats: number): number {
    if (order.seatLimit !== null) return Math.max(0, order.seatLimit - 1 - takenSeats);
    return this.#deps.isFreeEmailDomain(getEmailDomain(order.email)) ? 0 : 1000;
  }

  async listSeats(order: Purchase): Promise<Seat[]> {
    return (
      await this.#deps.db
        .selectFrom('seat')
        .selectAll()
        .where('purchaseId', '=', order.id)
        .where('revokedAt', 'is', null)
        .orderBy('id')
        .execute()
    ).map(({ email, name, acceptedAt }) => ({
      email,
      name,
      state: acceptedAt ? 'accepted' : 'invited',
    }));
  }

  /** A colleague has a letter with a seat to accept; `again` where it went out within the hour already, and goes on working. 409 where the licence has none left, 422 for an address of another domain under a corporate licence. */
  async inviteToSeat(
    order: Purchase,
    form: Readonly<Record<string, unknown>>,
  ): Promise<Outcome<{ again: boolean }>> {
    const read = invitationForm.safeParse(form);
    if (!read.success) return failWithFieldErrors(groupErrorsByField(read.error.issues));
    const { name, email } = read.data;
    if (order.licence === 'corporate-user' && getEmailDomain(email) !== getEmailDomain(order.email))
      return failWithFieldErrors({
        email: [`This licence is for addresses at ${getEmailDomain(order.email)}.`],
      });
    const retryAfterSeconds = await this.#deps.consumeRateLimit(
      'seat-invitation',
      order.number,
      30,
      3600,
    );
    if (retryAfterSeconds !== undefined)
      return {
        ...fail('rate-limited', 'Too many invitations in a short time. Please try again later.'),
        retryAfterSeconds: retryAfterSeconds,
      };
    const { siteName } = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx): Promise<Outcome<{ again: boolean }>> => {
      const seat = await this.reserveSeat(tx, order, { name, email, again: true });
      if (!seat.ok) return seat;
      await queueEmail(
        this.#deps,
        tx,
        seatInvitationEmail(
          order,
          { email, name },
          this.getSeatUrl(seat.value.token),
          siteName,
          this.#deps.origin,
          this.getInvitationKey(seat.value.id),
        ),
      );
      return ok({ again: seat.value.told });
    });
  }

  getSeatUrl(token: string): string {
    return `${this.#deps.origin}/seat/${token}`;
  }

  /** One letter an hour for a seat, however often it is asked for. */
  getInvitationKey(seatId: number): string {
    return `seat-${seatId}-${getHourNumber(this.#deps.clock())}`;
  }

  /**
   * In `tx`: the row of a seat stands, the one that the address had or a new one. 409 where the licence has none left, or where the buyer took
   * the seat back and `again` is false, where a seat that stands keeps its reader's name, too; 422 for the buyer's own address.
   */
  async reserveSeat(
    tx: Tx,
    order: Purchase,
    { name, email, again }: { name: string; email: string; again: boolean },
  ): Promise<Outcome<{ id: number; token: string; told: boolean }>> {
    await tx
      .selectFrom('purchase')
      .select('id')
      .where('id', '=', order.id)
      .forUpdate()
      .executeTakeFirst();
    const seats = await tx
      .selectFrom('seat')
      .select(['id', 'email', 'revokedAt', 'invitedAt'])
      .where('purchaseId', '=', order.id)
      .execute();
    const existingSeat = seats.find((seat) => seat.email.toLowerCase() === email.toLowerCase());
    const takenSeats = seats.filter(
      (seat) => seat.revokedAt === null && seat !== existingSeat,
    ).length;
    if (email.toLowerCase() === order.email.toLowerCase())
      return failWithFieldErrors({ email: ['This is the address of the order: it has its seat.'] });
    if (existingSeat?.revokedAt && !again)
      return fail('conflict', 'The buyer took this seat back.');
    if (this.countSeatsLeft(order, takenSeats) < 1)
      return fail(
        'conflict',
        'This licence has no seat left. A larger one can be had for the difference.',
      );
    const now = this.#deps.clock();
    const seat = existingSeat
      ? await tx
          .updateTable('seat')
          .set({ ...(again ? { name } : {}), invitedAt: now, revokedAt: null })
          .where('id', '=', existingSeat.id)
          .returning(['id', 'token'])
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('seat')
          .values({
            purchaseId: order.id,
            email,
            name,
            token: this.#deps.generateSecret(),
            invitedAt: now,
          })
          .returning(['id', 'token'])
          .executeTakeFirstOrThrow();
    await recordEvent(tx, order.id, now, { kind: 'seat-invited', detail: { seatId: seat.id } });
    return ok({
      ...seat,
      told:
        existingSeat !== undefined && getHourNumber(existingSeat.invitedAt) === getHourNumber(now),
    });
  }

  /** The seat is taken back: its copies can't be downloaded any more. */
  async revokeSeat(order: Purchase, email: string): Promise<void> {
    await this.#deps.db.transaction().execute(async (tx) => {
      const seat = await tx
        .updateTable('seat')
        .set({ revokedAt: this.#deps.clock(), acceptedAt: null })
        .where('purchaseId', '=', order.id)
        .where('email', '=', email)
        .where('revokedAt', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (seat)
        await tx
          .updateTable('downloadGrant')
          .set({ isSuspended: true })
          .where('seatId', '=', seat.id)
          .execute();
    });
  }

  /** A seat's download works again: as many as at first, three times a day. Undefined for no such seat. */
  async renewSeatDownloads(token: string): Promise<Outcome<undefined> | undefined> {
    const opened = await this.openSeat(token, false);
    const seat = opened?.isAccepted
      ? await this.#deps.db
          .selectFrom('seat')
          .select(['id', 'purchaseId'])
          .where('token', '=', token)
          .executeTakeFirst()
      : undefined;
    if (!seat) return undefined;
    const retryAfterSeconds = await this.#deps.consumeRateLimit(
      'renew-seat-downloads',
      String(seat.id),
      3,
      86_400,
    );
    if (retryAfterSeconds !== undefined)
      return {
        ...fail(
          'rate-limited',
          'Your downloads were renewed several times today. Please try again tomorrow, or write to us.',
        ),
        retryAfterSeconds: retryAfterSeconds,
      };
    await this.#deps.db
      .transaction()
      .execute((tx) => this.#downloadGrants.createDownloadGrants(tx, seat.purchaseId, seat.id));
    return ok(undefined);
  }

  /** Why a seat that once stood opens nothing any more: taken back by its company, or the licence has ended. Undefined for a link that never was. */
  async getClosedSeat(
    token: string,
  ): Promise<{ company: string; report: string; takenBack: boolean } | undefined> {
    const seat = /^[0-9a-f]{32}$/.test(token)
      ? await this.#deps.db
          .selectFrom('seat')
          .selectAll()
          .where('token', '=', token)
          .executeTakeFirst()
      : undefined;
    const order = seat && (await getPurchase(this.#deps.db, seat.purchaseId));
    return (
      seat &&
      order && {
        company: order.companyName,
        report: order.reportTitle,
        takenBack: seat.revokedAt !== null,
      }
    );
  }

  /** The seat behind the link of its letter; undefined where there is none, or its order is closed. `accept` takes it: the reader has copies of his own then. */
  async openSeat(token: string, accept: boolean): Promise<SeatView | undefined> {
    if (!/^[0-9a-f]{32}$/.test(token)) return undefined;
    const seat = await this.#deps.db
      .selectFrom('seat')
      .selectAll()
      .where('token', '=', token)
      .where('revokedAt', 'is', null)
      .executeTakeFirst();
    const order = seat && (await getPurchase(this.#deps.db, seat.purchaseId));
    if (!seat || !order || !statesWithAccess.includes(order.state)) return undefined;
    if (accept && !seat.acceptedAt) {
      const isOpen = await this.#deps.db.transaction().execute(async (tx) => {
        // The order's lock first, as everybody takes it: no two wait for each other.
        await tx
          .selectFrom('purchase')
          .select('id')
          .where('id', '=', order.id)
          .forUpdate()
          .executeTakeFirst();
        const row = await tx
          .selectFrom('seat')
          .select('acceptedAt')
          .where('id', '=', seat.id)
          .where('revokedAt', 'is', null)
          .forUpdate()
          .executeTakeFirst();
        if (!row || row.acceptedAt) return row !== undefined;
        await tx
          .updateTable('seat')
          .set({ acceptedAt: this.#deps.clock() })
          .where('id', '=', seat.id)
          .where('revokedAt', 'is', null)
          .execute();
        await this.#downloadGrants.createDownloadGrants(tx, order.id, seat.id);
        await tx
          .updateTable('downloadGrant')
          .set({ isSuspended: false })
          .where('seatId', '=', seat.id)
          .execute();
        await recordEvent(tx, order.id, this.#deps.clock(), {
          kind: 'seat-accepted',
          detail: { seatId: seat.id },
        });
        return true;
      });
      // The buyer took it back since it was looked up.
      if (!isOpen) return undefined;
    }
    const isAccepted = accept || seat.acceptedAt !== null;
    return {
      name: seat.name,
      reportTitle: order.reportTitle,
      companyName: order.companyName,
      rights: removeLicenceName(order.rights),
      isAccepted,
      links: isAccepted ? await this.#downloadGrants.listDownloadLinks(order.id, seat.id) : [],
    };
  }
}
