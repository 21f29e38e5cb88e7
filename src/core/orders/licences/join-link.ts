import { Seats } from './seats.ts';
import { removeLicenceName } from '#core/catalogue/licence.model.ts';
import type { Customer } from '#core/accounts/model.ts';
import { groupErrorsByField, failWithFieldErrors } from '#core/kernel/form-fields.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import type { OrderDeps } from '../deps.ts';
import { seatInvitationEmail } from '../emails.ts';
import { statesWithAccess } from '../model.ts';
import { getEmailDomain, invitationForm } from './seats.ts';
import type { Purchase } from '../purchase.store.ts';

/** What a colleague sees before he takes a seat by himself. */
export type JoinLinkView = {
  readonly companyName: string;
  readonly reportTitle: string;
  readonly rights: string;
  readonly emailDomain: string;
};
/** A seat of the customer's address, or one that his confirmed domain may have. */
export type SharedSeat = {
  readonly number: string;
  readonly reportTitle: string;
  readonly companyName: string;
  readonly rights: string;
  readonly seatPath: string | undefined;
};

const getSignatureText = (order: Pick<Purchase, 'number'>): string => `join ${order.number}`;

export class JoinLinks {
  readonly #deps: OrderDeps;
  readonly #seats: Seats;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#seats = new Seats(deps);
  }

  #hasJoinLink(order: Purchase): boolean {
    return (
      order.licence === 'corporate-user' &&
      statesWithAccess.includes(order.state) &&
      !this.#deps.isFreeEmailDomain(getEmailDomain(order.email))
    );
  }

  /** The address that a buyer of a corporate licence gives to his colleagues; undefined where there is none. */
  getJoinUrl(order: Purchase): string | undefined {
    return this.#hasJoinLink(order)
      ? `${this.#deps.origin}/join/${order.number}?signature=${this.#deps.signer.sign(getSignatureText(order))}`
      : undefined;
  }

  async #findJoinableOrder(number: string, signature: string): Promise<Purchase | undefined> {
    const order = await this.#deps.db
      .selectFrom('purchase')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirst();
    return order &&
      this.#hasJoinLink(order) &&
      this.#deps.signer.isValid(getSignatureText(order), signature)
      ? order
      : undefined;
  }

  /** Whose licence stands behind the address; undefined for a changed one, and after a refund. */
  async openJoinLink(number: string, signature: string): Promise<JoinLinkView | undefined> {
    const order = await this.#findJoinableOrder(number, signature);
    return (
      order && {
        companyName: order.companyName,
        reportTitle: order.reportTitle,
        rights: removeLicenceName(order.rights),
        emailDomain: getEmailDomain(order.email),
      }
    );
  }

  /**
   * A colleague asks for a seat: the letter to his address of the company's domain brings it, so that only who reads mail there has one. The same
   * answer for a seat that he had, and for one that the buyer took back. 404, 422 for another domain, 429.
   */
  async requestSeat(
    number: string,
    signature: string,
    form: Readonly<Record<string, unknown>>,
    visitor: string,
  ): Promise<Outcome<{ message: string }>> {
    const order = await this.#findJoinableOrder(number, signature);
    if (!order) return fail('not-found', 'There is no such licence.');
    const read = invitationForm.safeParse(form);
    if (!read.success) return failWithFieldErrors(groupErrorsByField(read.error.issues));
    const { name, email } = read.data;
    if (getEmailDomain(email) !== getEmailDomain(order.email))
      return failWithFieldErrors({
        email: [`This licence is for addresses at ${getEmailDomain(order.email)}.`],
      });
    const retryAfterSeconds = await this.#deps.consumeRateLimit('join-link-ip', visitor, 10, 3600);
    if (retryAfterSeconds !== undefined)
      return {
        ...fail('rate-limited', 'Too many tries in a short time. Please try again later.'),
        retryAfterSeconds: retryAfterSeconds,
      };
    const { siteName } = await this.#deps.getPublisher();
    const reserved = await this.#deps.db.transaction().execute(async (tx) => {
      const seat = await this.#seats.reserveSeat(tx, order, { name, email, again: false });
      if (seat.ok)
        await queueEmail(
          this.#deps,
          tx,
          seatInvitationEmail(
            order,
            { email, name },
            this.#seats.getSeatUrl(seat.value.token),
            siteName,
            this.#deps.origin,
            this.#seats.getInvitationKey(seat.value.id),
          ),
        );
      return seat;
    });
    if (!reserved.ok && reserved.errors) return reserved;
    return ok({ message: `A letter to ${email} brings your seat: open it and accept.` });
  }

  /** Reports that the customer's confirmed address has a seat for, or may take one of: his company's, by its domain. Newest first, 200 at most. */
  async listSharedSeats(customer: Customer): Promise<SharedSeat[]> {
    if (!customer.confirmed) return [];
    const email = customer.email.toLowerCase();
    const domain = getEmailDomain(email);
    const rows = await this.#deps.db
      .selectFrom('purchase')
      .leftJoin('seat', (on) =>
        on.onRef('seat.purchaseId', '=', 'purchase.id').on('seat.email', '=', email),
      )
      .selectAll('purchase')
      .select(['seat.token as seatToken', 'seat.revokedAt as seatRevoked'])
      .where('purchase.state', 'in', [...statesWithAccess])
      .where((eb) =>
        eb.or([
          eb('purchase.customerId', 'is', null),
          eb('purchase.customerId', '!=', customer.id),
        ]),
      )
      .where((eb) => eb(eb.fn('lower', ['purchase.email']), '!=', email))
      .where((eb) =>
        eb.or([
          eb('seat.id', 'is not', null),
          eb.and([
            eb('purchase.licence', '=', 'corporate-user'),
            eb(
              eb.fn('lower', [eb.fn('split_part', ['purchase.email', eb.val('@'), eb.lit(2)])]),
              '=',
              domain,
            ),
          ]),
        ]),
      )
      .where('seat.revokedAt', 'is', null)
      .orderBy('purchase.id', 'desc')
      .limit(200)
      .execute();
    return rows
      .filter((row) => row.seatToken !== null || this.#hasJoinLink(row))
      .map((row) => ({
        number: row.number,
        reportTitle: row.reportTitle,
        companyName: row.companyName,
        rights: removeLicenceName(row.rights),
        seatPath: row.seatToken === null ? undefined : `/seat/${row.seatToken}`,
      }));
  }

  /** The customer's confirmed address has its seat, accepted; the path of its page. 404 where none of his company's licences has that number. */
  async claimSeat(customer: Customer, number: string): Promise<Outcome<{ path: string }>> {
    const shared = (await this.listSharedSeats(customer)).find((one) => one.number === number);
    if (!shared) return fail('not-found', 'There is no such licence.');
    const order = await this.#deps.db
      .selectFrom('purchase')
      .selectAll()
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const seat = await this.#deps.db.transaction().execute((tx) =>
      this.#seats.reserveSeat(tx, order, {
        name: customer.name,
        email: customer.email,
        again: false,
      }),
    );
    if (!seat.ok) return seat;
    await this.#seats.openSeat(seat.value.token, true);
    return ok({ path: `/seat/${seat.value.token}` });
  }
}
