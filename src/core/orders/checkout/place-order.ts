import { BankTransfers } from './bank-transfer.ts';
import { Offers } from './offer.ts';
import { PaymentAttempts } from './payment-attempt.ts';

import { hashBrowserSecret } from '../order-access.ts';
import { openPaymentAttempt, type PlacedOrder } from './payment-attempt.ts';
import { billingForm, orderItemForm, type Billing } from './billing.model.ts';
import { parseCents } from '#core/kernel/money.model.ts';
import { sql } from 'kysely';
import type { ReportForSale } from '#core/catalogue/index.ts';
import {
  licences,
  getLicencePrice,
  buildRightsText,
  getSeatCount,
  type Licence,
} from '#core/catalogue/licence.model.ts';
import { formatDollars } from '#core/kernel/money.model.ts';
import { groupErrorsByField, failWithFieldErrors } from '#core/kernel/form-fields.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.model.ts';
import type { Tx } from '#core/deps.ts';
import type { OrderDeps, Terms } from '../deps.ts';

import { transitionOrder, recordEvent, type Purchase } from '../purchase.store.ts';
import { saveAcceptedTerms } from './terms.ts';

/** Who orders, beside the browser: his account, and the visitor's address where he is to be slowed. */
export type PlacedBy = { readonly customerId?: number | undefined; readonly visitor?: string };

type OrderDraft = {
  report: ReportForSale;
  licence: Licence;
  priceCents: number;
  billing: Billing;
  country: string;
  browser: string;
  customerId: number | null;
  terms: Terms;
  teamSeats: number;
};

/** In `tx`: true where a transfer order was told to its buyer and is placed again with other words. Its letter and paper stand: it is closed, and another begins. */
async function closeIfChanged(
  tx: Tx,
  openOrder: Purchase,
  buyer: Partial<Purchase>,
  now: Date,
): Promise<boolean> {
  if (
    openOrder.state !== 'awaiting-transfer' ||
    Object.entries(buyer).every(([name, value]) => openOrder[name as keyof Purchase] === value)
  )
    return false;
  await transitionOrder(tx, openOrder.id, 'awaiting-transfer', 'cancelled');
  await recordEvent(tx, openOrder.id, now, 'cancelled', {
    reason: 'placed again with another address',
  });
  return true;
}

export class OrderPlacement {
  readonly #deps: OrderDeps;
  readonly #bankTransfers: BankTransfers;
  readonly #offers: Offers;
  readonly #paymentAttempts: PaymentAttempts;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#bankTransfers = new BankTransfers(deps);
    this.#offers = new Offers(deps);
    this.#paymentAttempts = new PaymentAttempts(deps);
  }

  /**
   * The order stands, and the buyer can be sent to the provider's approval page. Refuses 422 with a sentence at each
   * field that is at fault (a price that is not ours included: the provider is not called then), 404 for an unknown
   * report, 429 where a visitor places very many orders, or asks for many transfer letters; 502 where the provider did not answer: the order stays and
   * the next try takes it up.
   */
  async placeOrder(
    form: Readonly<Record<string, unknown>>,
    browser: string,
    { customerId, visitor }: PlacedBy = {},
  ): Promise<Outcome<PlacedOrder>> {
    const item = orderItemForm.safeParse(form);
    const billing = billingForm.safeParse(form);
    const errors = groupErrorsByField(item.error?.issues, billing.error?.issues);
    const country = billing.success
      ? await this.#deps.getCountryName(billing.data.country)
      : undefined;
    if (billing.success && country === undefined)
      errors['country'] = ['Please choose your country.'];
    if (!item.success || !billing.success || country === undefined)
      return failWithFieldErrors(errors);

    const found = await this.#offers.getOffer(item.data.report_id, item.data.type);
    if (!found.ok) return found;
    const { report } = found.value;
    const shownPriceCents =
      item.data.amount === undefined ? undefined : parseCents(item.data.amount);
    const licenceByPrice =
      item.data.type === undefined &&
      shownPriceCents !== undefined &&
      /\D/.test(item.data.report_id)
        ? licences.find((one) => getLicencePrice(report.prices, one) === shownPriceCents)
        : undefined;
    const licence = licenceByPrice ?? found.value.licence;
    const priceCents = getLicencePrice(report.prices, licence);
    if (shownPriceCents !== undefined && shownPriceCents !== priceCents) {
      const sentence = `The price changed: this licence now costs ${formatDollars(priceCents)}. Please look at the order again.`;
      return fail('invalid', sentence, { amount: [sentence] });
    }
    const retryAfterSeconds =
      visitor === undefined ? undefined : await this.#limitOrders(visitor, billing.data);
    if (retryAfterSeconds !== undefined)
      return {
        ...fail(
          'rate-limited',
          'Too many orders in a short time. Please try again later, or write to us.',
        ),
        retryAfterSeconds: retryAfterSeconds,
      };
    const { id, attempt, open } = await this.#saveOrder({
      report,
      licence,
      priceCents,
      billing: billing.data,
      country,
      browser: hashBrowserSecret(browser),
      customerId: customerId ?? null,
      terms: await this.#deps.getTermsInForce(),
      teamSeats: (await this.#deps.getPublisher()).teamSeats,
    });
    if (billing.data.method === 'bank') return this.#bankTransfers.requestTransfer(id);
    return open ? ok(open) : this.#paymentAttempts.requestApproval(id, attempt);
  }

  /** A transfer's letter goes to the address that was typed: three an hour, so that nobody is sent to by others. */
  async #limitOrders(visitor: string, { email, method }: Billing): Promise<number | undefined> {
    return (
      (await this.#deps.consumeRateLimit('place-order-ip', visitor, 120, 600)) ??
      (method === 'bank'
        ? await this.#deps.consumeRateLimit('bank-transfer-email', email.toLowerCase(), 3, 3600)
        : undefined)
    );
  }

  /** Row first. The same browser, report, licence and price meets its open order again; what was typed last counts. */
  #saveOrder({
    report,
    licence,
    priceCents: price,
    billing,
    country,
    browser,
    customerId,
    terms,
    teamSeats,
  }: OrderDraft) {
    const now = this.#deps.clock();
    const {
      policy: _,
      country: __,
      state: region,
      mobile_no: mobileNo,
      company_name: companyName,
      tax_id: taxId,
      method: ___,
      title: jobTitle,
      ...rest
    } = billing;
    const own = {
      ...rest,
      jobTitle,
      mobileNo,
      companyName,
      country,
      region,
      customerId,
      taxId: taxId ?? null,
    };
    return this.#deps.db.transaction().execute(async (tx) => {
      const buyer = { ...own, ...(await saveAcceptedTerms(tx, terms)) };
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${browser} ${report.id} ${licence}`}, 0))`.execute(
        tx,
      );
      const openOrder = await tx
        .selectFrom('purchase')
        .selectAll()
        .where('buyerSecretHash', '=', browser)
        .where('reportId', '=', report.id)
        .where('licence', '=', licence)
        .where('priceCents', '=', price)
        .where('upgradeOf', 'is', null)
        .where('paymentMethod', '=', billing.method)
        .where(
          'state',
          'in',
          billing.method === 'bank'
            ? ['pending', 'awaiting-transfer']
            : ['pending', 'awaiting-approval', 'cancelled'],
        )
        .orderBy('id', 'desc')
        .forUpdate()
        .executeTakeFirst();
      const purchase =
        openOrder && !(await closeIfChanged(tx, openOrder, buyer, now))
          ? await tx
              .updateTable('purchase')
              .set(buyer)
              .where('id', '=', openOrder.id)
              .returning(['id', 'number'])
              .executeTakeFirstOrThrow()
          : await tx
              .insertInto('purchase')
              .values({
                ...buyer,
                buyerSecretHash: browser,
                licence,
                priceCents: price,
                placedAt: now,
                reportId: report.id,
                reportCode: report.code,
                reportTitle: report.title,
                editionNumber: report.edition,
                rights: buildRightsText(licence, teamSeats),
                seatLimit: getSeatCount(licence, teamSeats),
                consent: 'I accept the Terms & Conditions.',
                paymentMethod: billing.method,
              })
              .returning(['id', 'number'])
              .executeTakeFirstOrThrow();
      if (billing.method === 'bank') return { ...purchase, attempt: 0, open: undefined };
      return { ...purchase, ...(await openPaymentAttempt(tx, purchase, now)) };
    });
  }
}
