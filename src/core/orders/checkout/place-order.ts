import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ReportForSale } from '#core/catalogue/index.ts';
import {
  defaultLicence,
  isLicence,
  licences,
  getLicencePrice,
  buildRightsText,
  getSeatCount,
  type Licence,
} from '#core/catalogue/licence.model.ts';
import { toDecimalString, formatDollars } from '#core/kernel/money.model.ts';
import { groupErrorsByField, failWithFieldErrors } from '#core/kernel/form-fields.ts';
import { ok, fail, type Outcome } from '#core/kernel/outcome.model.ts';
import type { Tx, Deps } from '#core/deps.ts';
import type { OrderDeps, Offer, PlacedOrder, Terms } from '../deps.ts';
import { billingForm, parseCents, orderItemForm, type Billing } from '../model.ts';
import {
  ensureBuyLinkId,
  transitionOrder,
  recordEvent,
  getPurchase,
  type Purchase,
} from '../purchase.store.ts';
import { saveAcceptedTerms } from './terms.ts';
import { requestTransfer } from './bank-transfer.ts';

/** Who orders, beside the browser: his account, and the visitor's address where he is to be slowed. */
export type PlacedBy = { readonly customerId?: number | undefined; readonly visitor?: string };

/** A browser's secret as orders keep it. */
export const hashBrowserSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

/** An approval page is good for three hours; nobody is sent to one that is about to end. Milliseconds. */
const approvalReuseMs = 2.75 * 3_600_000;

/**
 * What is for sale under a report's code or a link's id. Answers 404 for an unknown one, 422 for a licence that
 * does not exist; without a licence the link's own, else single-user.
 */
export async function getOffer(
  deps: Deps,
  { catalogue }: OrderDeps,
  id: string,
  licence?: string,
): Promise<Outcome<Offer>> {
  if (licence !== undefined && !isLicence(licence)) {
    const sentence = `Please choose one of the three licences: ${licences.join(', ')}.`;
    return fail('invalid', sentence, { type: [sentence] });
  }
  const link = /^\d{1,9}$/.test(id)
    ? await deps.db
        .selectFrom('buyLink')
        .selectAll()
        .where('id', '=', Number(id))
        .executeTakeFirst()
    : undefined;
  const report = await catalogue.getReportForSale(link ? { id: link.reportId } : { code: id });
  if (!report) return fail('not-found', 'This report is not for sale: there is no such report.');
  const chosen = licence ?? (link?.licence as Licence | undefined) ?? defaultLicence;
  return ok({
    report,
    licence: chosen,
    buyLinkId: await ensureBuyLinkId(deps.db, report.id, chosen),
    priceCents: getLicencePrice(report.prices, chosen),
  });
}

/**
 * The order stands, and the buyer can be sent to the provider's approval page. Refuses 422 with a sentence at each
 * field that is at fault (a price that is not ours included: the provider is not called then), 404 for an unknown
 * report, 429 where a visitor places very many orders, or asks for many transfer letters; 502 where the provider did not answer: the order stays and
 * the next try takes it up.
 */
export async function placeOrder(
  deps: Deps,
  orderDeps: OrderDeps,
  form: Readonly<Record<string, unknown>>,
  browser: string,
  { customerId, visitor }: PlacedBy = {},
): Promise<Outcome<PlacedOrder>> {
  const item = orderItemForm.safeParse(form);
  const billing = billingForm.safeParse(form);
  const errors = groupErrorsByField(item.error?.issues, billing.error?.issues);
  const country = billing.success
    ? await orderDeps.getCountryName(billing.data.country)
    : undefined;
  if (billing.success && country === undefined) errors['country'] = ['Please choose your country.'];
  if (!item.success || !billing.success || country === undefined)
    return failWithFieldErrors(errors);

  const found = await getOffer(deps, orderDeps, item.data.report_id, item.data.type);
  if (!found.ok) return found;
  const { report } = found.value;
  const shownPriceCents = item.data.amount === undefined ? undefined : parseCents(item.data.amount);
  const licenceByPrice =
    item.data.type === undefined && shownPriceCents !== undefined && /\D/.test(item.data.report_id)
      ? licences.find((one) => getLicencePrice(report.prices, one) === shownPriceCents)
      : undefined;
  const licence = licenceByPrice ?? found.value.licence;
  const priceCents = getLicencePrice(report.prices, licence);
  if (shownPriceCents !== undefined && shownPriceCents !== priceCents) {
    const sentence = `The price changed: this licence now costs ${formatDollars(priceCents)}. Please look at the order again.`;
    return fail('invalid', sentence, { amount: [sentence] });
  }
  const retryAfterSeconds =
    visitor === undefined ? undefined : await limitOrders(deps, visitor, billing.data);
  if (retryAfterSeconds !== undefined)
    return {
      ...fail(
        'rate-limited',
        'Too many orders in a short time. Please try again later, or write to us.',
      ),
      retryAfterSeconds: retryAfterSeconds,
    };
  const { id, attempt, open } = await saveOrder(deps, {
    report,
    licence,
    priceCents,
    billing: billing.data,
    country,
    browser: hashBrowserSecret(browser),
    customerId: customerId ?? null,
    terms: await orderDeps.getTermsInForce(),
    teamSeats: (await orderDeps.getPublisher()).teamSeats,
  });
  if (billing.data.method === 'bank') return requestTransfer(deps, orderDeps, id);
  return open ? ok(open) : requestApproval(deps, orderDeps, id, attempt);
}

/** A transfer's letter goes to the address that was typed: three an hour, so that nobody is sent to by others. */
const limitOrders = async (
  deps: Deps,
  visitor: string,
  { email, method }: Billing,
): Promise<number | undefined> =>
  (await deps.consumeRateLimit('place-order-ip', visitor, 120, 600)) ??
  (method === 'bank'
    ? await deps.consumeRateLimit('bank-transfer-email', email.toLowerCase(), 3, 3600)
    : undefined);

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

/** Row first. The same browser, report, licence and price meets its open order again; what was typed last counts. */
function saveOrder(
  deps: Deps,
  {
    report,
    licence,
    priceCents: price,
    billing,
    country,
    browser,
    customerId,
    terms,
    teamSeats,
  }: OrderDraft,
) {
  const now = deps.clock();
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
  return deps.db.transaction().execute(async (tx) => {
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

/** The attempt that the buyer goes on with: an open one that is fresh, else a new one. */
export async function openPaymentAttempt(
  tx: Tx,
  purchase: { id: number; number: string | null },
  now: Date,
): Promise<{ attempt: number; open: PlacedOrder | undefined }> {
  const last = await tx
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('purchaseId', '=', purchase.id)
    .orderBy('attemptNumber', 'desc')
    .executeTakeFirst();
  const isReusable =
    last && !last.closedAt && now.getTime() - last.createdAt.getTime() < approvalReuseMs;
  if (isReusable && last.providerOrderId && last.approvalUrl) {
    return {
      attempt: last.attemptNumber,
      open: {
        number: String(purchase.number),
        providerId: last.providerOrderId,
        approvalUrl: last.approvalUrl,
      },
    };
  }
  if (isReusable) return { attempt: last.attemptNumber, open: undefined };
  const attempt = (last?.attemptNumber ?? 0) + 1;
  await tx
    .insertInto('paymentAttempt')
    .values({
      purchaseId: purchase.id,
      attemptNumber: attempt,
      createdAt: now,
      nextPollAt: new Date(now.getTime() + 30_000),
    })
    .execute();
  await recordEvent(tx, purchase.id, now, 'payment-attempt', { attemptNumber: attempt });
  return { attempt, open: undefined };
}

/** The provider has an order for the attempt, and the buyer's way there is answered; 502 where it gave no clear answer. */
export async function requestApproval(
  deps: Deps,
  orderDeps: OrderDeps,
  purchaseId: number,
  attemptNumber: number,
): Promise<Outcome<PlacedOrder>> {
  const order = await deps.db
    .selectFrom('purchase')
    .selectAll()
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  const number = String(order.number);
  // Who turns back from an upgrade goes back to the order that it enlarges.
  const baseOrder =
    order.upgradeOf === null ? undefined : await getPurchase(deps.db, order.upgradeOf);
  const answer = await deps.payments.createProviderOrder({
    requestId: `c-${purchaseId}-${attemptNumber}`,
    customId: String(purchaseId),
    invoiceId: number,
    description: `${order.reportCode} ${order.reportTitle}`.slice(0, 127),
    amountCents: order.priceCents,
    currency: order.currency,
    brandName: (await orderDeps.getPublisher()).siteName.slice(0, 127),
    returnUrl: `${deps.origin}/payment-success`,
    cancelUrl: `${deps.origin}${baseOrder ? `/payment-success?order=${String(baseOrder.number)}` : `/buy-now?id=${encodeURIComponent(order.reportCode)}&type=${order.licence}`}&cancelled=1`,
  });
  if (answer.kind !== 'created') {
    const why = answer.kind === 'rejected' ? answer.issue : answer.reason;
    await recordEvent(deps.db, purchaseId, deps.clock(), 'provider-order-failed', {
      attemptNumber,
      reason: why,
    });
    deps.log.warn(
      { order: number, why, amount: toDecimalString(order.priceCents) },
      'the provider did not create an order',
    );
    return fail('provider-failed', 'Failed to initiate PayPal checkout');
  }
  const { providerId, approvalUrl } = answer;
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('paymentAttempt')
      .set({ providerOrderId: providerId, approvalUrl })
      .where('purchaseId', '=', purchaseId)
      .where('attemptNumber', '=', attemptNumber)
      .execute();
    await tx
      .updateTable('purchase')
      .set({ state: 'awaiting-approval' })
      .where('id', '=', purchaseId)
      .where('state', 'in', ['pending', 'cancelled', 'expired'])
      .execute();
  });
  return ok({ number, providerId, approvalUrl });
}

/** The buyer came back without paying. Soft: an approval that still arrives wins. */
export async function cancelOrder(deps: Deps, providerId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const attempt = await tx
      .selectFrom('paymentAttempt')
      .select('purchaseId')
      .where('providerOrderId', '=', providerId)
      .executeTakeFirst();
    if (
      attempt &&
      (await transitionOrder(tx, attempt.purchaseId, 'awaiting-approval', 'cancelled'))
    )
      await recordEvent(tx, attempt.purchaseId, deps.clock(), 'cancelled');
  });
}
