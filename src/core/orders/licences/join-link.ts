import { hasAccess } from '../order-states.model.ts';
import type { Customer } from '#core/accounts/model.ts';
import { removeLicenceName } from '#core/catalogue/reports/licence.model.ts';
import { failWithFieldErrors, groupErrorsByField } from '#core/kernel/form-fields.ts';
import { fail, failRateLimited, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { getLicensee } from '../buyer.model.ts';
import type { OrderDeps } from '../deps.ts';
import { findPurchaseByNumber } from '../purchase.store.ts';
import type { Purchase } from '../purchase.store.ts';
import { getEmailDomain, invitationForm, SeatInvitations } from './seat-invitation.ts';
import type { Seats } from './seats.ts';
import { listSharedOrders } from './shared-seats.store.ts';

/** The page of a colleague before they ask for a seat. */
export type JoinLinkView = {
  /** The company that has the licence, or the person. */
  readonly licensee: string;
  readonly reportTitle: string;
  readonly rights: string;
  readonly emailDomain: string;
};

/** A licence in which a customer has a seat, or may claim one. */
export type SharedSeat = {
  readonly number: string;
  readonly reportTitle: string;
  /** The company that has the licence, or the person. */
  readonly licensee: string;
  readonly rights: string;
  /** The path of the seat's page; undefined if the customer has none yet. */
  readonly seatPath: string | undefined;
};

const getSignatureText = ({ number }: Pick<Purchase, 'number'>): string => `join ${number}`;

/**
 * Colleagues under a whole company's licence take seats by themselves: by link, or in their
 * account.
 */
export class JoinLinks {
  readonly #deps: OrderDeps;
  readonly #invitations: SeatInvitations;
  readonly #seats: Seats;

  constructor(
    deps: OrderDeps,
    parts: { readonly seatInvitations: SeatInvitations; readonly seats: Seats },
  ) {
    this.#deps = deps;
    this.#invitations = parts.seatInvitations;
    this.#seats = parts.seats;
  }

  /** The URL that the buyer sends to colleagues; undefined if the order has none. */
  getJoinUrl(order: Purchase): string | undefined {
    if (!this.#hasJoinLink(order)) return undefined;
    const signature = this.#deps.signer.sign(getSignatureText(order));
    return `${this.#deps.origin}/join/${order.number}?signature=${signature}`;
  }

  /** The licence behind a join link; undefined for a forged link, and while it gives no access. */
  async openJoinLink(number: string, signature: string): Promise<JoinLinkView | undefined> {
    const order = await this.#findJoinableOrder(number, signature);
    return (
      order && {
        licensee: getLicensee(order),
        reportTitle: order.reportTitle,
        rights: removeLicenceName(order.rights, order.licenceName),
        emailDomain: getEmailDomain(order.email),
      }
    );
  }

  /**
   * A colleague is emailed a seat at their address of the company's domain. The answer is the same
   * where they had the seat already, where it was revoked, and where none is left. `not-found` for
   * a forged link, `invalid` for another domain, `rate-limited` after ten tries an hour.
   */
  async requestSeat(
    number: string,
    signature: string,
    form: Readonly<Record<string, unknown>>,
    visitor: string,
  ): Promise<Outcome<{ message: string }>> {
    const order = await this.#findJoinableOrder(number, signature);
    if (!order) return fail('not-found', 'There is no such licence.');
    const parsedForm = invitationForm.safeParse(form);
    if (!parsedForm.success)
      return failWithFieldErrors(groupErrorsByField(parsedForm.error.issues));
    const reader = parsedForm.data;
    const domain = getEmailDomain(order.email);
    if (getEmailDomain(reader.email) !== domain)
      return failWithFieldErrors({ email: [`This licence is for addresses at ${domain}.`] });
    const retryAfterSeconds = await this.#deps.consumeRateLimit('join-link-ip', visitor, 10, 3600);
    if (retryAfterSeconds !== undefined)
      return failRateLimited(
        retryAfterSeconds,
        'Too many tries in a short time. Please try again later.',
      );
    const { letterhead } = await this.#deps.getPublisher();
    const reserved = await this.#deps.db.transaction().execute(async (tx) => {
      const request = { ...reader, isInvitedByBuyer: false };
      const seat = await this.#invitations.reserveSeat(tx, order, request);
      if (seat.ok)
        await this.#invitations.emailInvitation(tx, {
          order,
          reader,
          seat: seat.value,
          letterhead,
        });
      return seat;
    });
    if (!reserved.ok && reserved.errors) return reserved;
    return ok({ message: `We have emailed your seat to ${reader.email}. Please accept it there.` });
  }

  /**
   * Licences in which the customer's confirmed address has a seat, or may claim one by its domain:
   * newest first, at most 200.
   */
  async listSharedSeats(customer: Customer): Promise<SharedSeat[]> {
    if (!customer.confirmed) return [];
    const email = customer.email.toLowerCase();
    const address = { email, domain: getEmailDomain(email) };
    const orders = await listSharedOrders(this.#deps.db, customer, address);
    return orders
      .filter((order) => order.seatToken !== null || this.#hasJoinLink(order))
      .map((order) => ({
        number: order.number,
        reportTitle: order.reportTitle,
        licensee: getLicensee(order),
        rights: removeLicenceName(order.rights, order.licenceName),
        seatPath:
          order.seatToken === null ? undefined : `/seat/${this.#deps.vault.open(order.seatToken)}`,
      }));
  }

  /**
   * The customer's confirmed address has an accepted seat; answers the path of its page.
   * `not-found` if no licence of this number is shared with the customer, `conflict` if no
   * seat is left.
   */
  async claimSeat(customer: Customer, number: string): Promise<Outcome<{ path: string }>> {
    const sharedSeats = await this.listSharedSeats(customer);
    const isShared = sharedSeats.some((seat) => seat.number === number);
    const order = isShared ? await findPurchaseByNumber(this.#deps.db, number) : undefined;
    if (!order) return fail('not-found', 'There is no such licence.');
    const { name, email } = customer;
    const seat = await this.#deps.db
      .transaction()
      .execute((tx) =>
        this.#invitations.reserveSeat(tx, order, { name, email, isInvitedByBuyer: false }),
      );
    if (!seat.ok) return seat;
    await this.#seats.acceptSeat(seat.value.token);
    return ok({ path: `/seat/${seat.value.token}` });
  }

  #hasJoinLink(order: Purchase): boolean {
    return (
      order.seatLimit === null &&
      hasAccess(order.state) &&
      !this.#deps.isFreeEmailDomain(getEmailDomain(order.email))
    );
  }

  async #findJoinableOrder(number: string, signature: string): Promise<Purchase | undefined> {
    const order = await findPurchaseByNumber(this.#deps.db, number);
    if (!order || !this.#hasJoinLink(order)) return undefined;
    return this.#deps.signer.isValid(getSignatureText(order), signature) ? order : undefined;
  }
}
