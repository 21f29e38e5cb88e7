import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ReportForSale } from '../catalogue/index.ts';
import {
  defaultLicence,
  isLicence,
  licences,
  priceOf,
  rightsOf,
  seatsIn,
  type Licence,
} from '../catalogue/licence.model.ts';
import { decimal, dollars } from '../kernel/cents.ts';
import { fieldErrors, fieldsAtFault } from '../kernel/fields.ts';
import { done, refuse, type Outcome } from '../kernel/outcome.ts';
import type { Tx, World } from '../world.ts';
import type { Asked, Offer, Placed, Terms } from './asked.ts';
import { billingForm, centsOf, wanted, type Billing } from './model.ts';
import { buyLink, move, note, purchaseOf, type Purchase } from './store.ts';
import { keepTerms } from './terms.ts';
import { awaitTransfer } from './transfer.ts';

/** Who orders, beside the browser: his account, and the visitor's address where he is to be slowed. */
export type By = { readonly customerId?: number | undefined; readonly visitor?: string };

/** A browser's secret as orders keep it. */
export const browserHash = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');

/** An approval page is good for three hours; nobody is sent to one that is about to end. Milliseconds. */
const approvalGoodFor = 2.75 * 3_600_000;

/**
 * What is for sale under a report's code or a link's id. Answers 404 for an unknown one, 422 for a licence that
 * does not exist; without a licence the link's own, else single-user.
 */
export async function offer(
  world: World,
  { catalogue }: Asked,
  id: string,
  licence?: string,
): Promise<Outcome<Offer>> {
  if (licence !== undefined && !isLicence(licence)) {
    const sentence = `Please choose one of the three licences: ${licences.join(', ')}.`;
    return refuse(422, sentence, { type: [sentence] });
  }
  const link = /^\d{1,9}$/.test(id)
    ? await world.db
        .selectFrom('buyLink')
        .selectAll()
        .where('id', '=', Number(id))
        .executeTakeFirst()
    : undefined;
  const report = await catalogue.reportForSale(link ? { id: link.reportId } : { code: id });
  if (!report) return refuse(404, 'This report is not for sale: there is no such report.');
  const chosen = licence ?? (link?.licence as Licence | undefined) ?? defaultLicence;
  return done({
    report,
    licence: chosen,
    linkId: await buyLink(world.db, report.id, chosen),
    price: priceOf(report.prices, chosen),
  });
}

/**
 * The order stands, and the buyer can be sent to the provider's approval page. Refuses 422 with a sentence at each
 * field that is at fault (a price that is not ours included: the provider is not called then), 404 for an unknown
 * report, 429 where a visitor places very many orders, or asks for many transfer letters; 502 where the provider did not answer: the order stays and
 * the next try takes it up.
 */
export async function placeOrder(
  world: World,
  asked: Asked,
  form: Readonly<Record<string, unknown>>,
  browser: string,
  { customerId, visitor }: By = {},
): Promise<Outcome<Placed>> {
  const what = wanted.safeParse(form);
  const billing = billingForm.safeParse(form);
  const errors = fieldErrors(what.error?.issues, billing.error?.issues);
  const country = billing.success ? await asked.countryName(billing.data.country) : undefined;
  if (billing.success && country === undefined) errors['country'] = ['Please choose your country.'];
  if (!what.success || !billing.success || country === undefined) return fieldsAtFault(errors);

  const found = await offer(world, asked, what.data.report_id, what.data.type);
  if (!found.ok) return found;
  const { report } = found.value;
  const given = what.data.amount === undefined ? undefined : centsOf(what.data.amount);
  const byPrice =
    what.data.type === undefined && given !== undefined && /\D/.test(what.data.report_id)
      ? licences.find((one) => priceOf(report.prices, one) === given)
      : undefined;
  const licence = byPrice ?? found.value.licence;
  const price = priceOf(report.prices, licence);
  if (given !== undefined && given !== price) {
    const sentence = `The price changed: this licence now costs ${dollars(price)}. Please look at the order again.`;
    return refuse(422, sentence, { amount: [sentence] });
  }
  const wait = visitor === undefined ? undefined : await tooMany(world, visitor, billing.data);
  if (wait !== undefined)
    return {
      ...refuse(429, 'Too many orders in a short time. Please try again later, or write to us.'),
      retryAfter: wait,
    };
  const { id, attempt, open } = await writeOrder(world, {
    report,
    licence,
    price,
    billing: billing.data,
    country,
    browser: browserHash(browser),
    customerId: customerId ?? null,
    terms: await asked.terms(),
    teamSeats: (await asked.site()).teamSeats,
  });
  if (billing.data.method === 'bank') return awaitTransfer(world, asked, id);
  return open ? done(open) : askProvider(world, asked, id, attempt);
}

/** A transfer's letter goes to the address that was typed: three an hour, so that nobody is sent to by others. */
const tooMany = async (
  world: World,
  visitor: string,
  { email, method }: Billing,
): Promise<number | undefined> =>
  (await world.limit('order-visitor', visitor, 120, 600)) ??
  (method === 'bank'
    ? await world.limit('transfer-email', email.toLowerCase(), 3, 3600)
    : undefined);

type Order = {
  report: ReportForSale;
  licence: Licence;
  price: number;
  billing: Billing;
  country: string;
  browser: string;
  customerId: number | null;
  terms: Terms;
  teamSeats: number;
};

/** Row first. The same browser, report, licence and price meets its open order again; what was typed last counts. */
function writeOrder(
  world: World,
  { report, licence, price, billing, country, browser, customerId, terms, teamSeats }: Order,
) {
  const now = world.clock();
  const {
    policy: _,
    country: __,
    state: region,
    mobile_no: mobileNo,
    company_name: companyName,
    tax_id: taxId,
    method: ___,
    ...rest
  } = billing;
  const own = { ...rest, mobileNo, companyName, country, region, customerId, taxId: taxId ?? null };
  return world.db.transaction().execute(async (tx) => {
    const buyer = { ...own, ...(await keepTerms(tx, terms)) };
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${browser} ${report.id} ${licence}`}, 0))`.execute(
      tx,
    );
    const again = await tx
      .selectFrom('purchase')
      .selectAll()
      .where('browser', '=', browser)
      .where('reportId', '=', report.id)
      .where('licence', '=', licence)
      .where('priceCents', '=', price)
      .where('upgradeOf', 'is', null)
      .where('method', '=', billing.method)
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
      again && !(await supersedes(tx, again, buyer, now))
        ? await tx
            .updateTable('purchase')
            .set(buyer)
            .where('id', '=', again.id)
            .returning(['id', 'number'])
            .executeTakeFirstOrThrow()
        : await tx
            .insertInto('purchase')
            .values({
              ...buyer,
              browser,
              licence,
              priceCents: price,
              placedAt: now,
              reportId: report.id,
              reportCode: report.code,
              reportTitle: report.title,
              edition: report.edition,
              rights: rightsOf(licence, teamSeats),
              seats: seatsIn(licence, teamSeats),
              consent: 'I accept the Terms & Conditions.',
              method: billing.method,
            })
            .returning(['id', 'number'])
            .executeTakeFirstOrThrow();
    if (billing.method === 'bank') return { ...purchase, attempt: 0, open: undefined };
    return { ...purchase, ...(await openAttempt(tx, purchase, now)) };
  });
}

/** In `tx`: true where a transfer order was told to its buyer and is placed again with other words. Its letter and paper stand: it is closed, and another begins. */
async function supersedes(
  tx: Tx,
  again: Purchase,
  buyer: Partial<Purchase>,
  now: Date,
): Promise<boolean> {
  if (
    again.state !== 'awaiting-transfer' ||
    Object.entries(buyer).every(([name, value]) => again[name as keyof Purchase] === value)
  )
    return false;
  await move(tx, again.id, 'awaiting-transfer', 'cancelled');
  await note(tx, again.id, now, 'cancelled', { why: 'placed again with another address' });
  return true;
}

/** The attempt that the buyer goes on with: an open one that is fresh, else a new one. */
export async function openAttempt(
  tx: Tx,
  purchase: { id: number; number: string | null },
  now: Date,
): Promise<{ attempt: number; open: Placed | undefined }> {
  const last = await tx
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('purchaseId', '=', purchase.id)
    .orderBy('attempt', 'desc')
    .executeTakeFirst();
  const fresh =
    last && !last.closedAt && now.getTime() - last.createdAt.getTime() < approvalGoodFor;
  if (fresh && last.providerId && last.approvalUrl) {
    return {
      attempt: last.attempt,
      open: {
        number: String(purchase.number),
        providerId: last.providerId,
        approvalUrl: last.approvalUrl,
      },
    };
  }
  if (fresh) return { attempt: last.attempt, open: undefined };
  const attempt = (last?.attempt ?? 0) + 1;
  await tx
    .insertInto('paymentAttempt')
    .values({
      purchaseId: purchase.id,
      attempt,
      createdAt: now,
      nextLookAt: new Date(now.getTime() + 30_000),
    })
    .execute();
  await note(tx, purchase.id, now, 'attempt', { attempt });
  return { attempt, open: undefined };
}

/** The provider has an order for the attempt, and the buyer's way there is answered; 502 where it gave no clear answer. */
export async function askProvider(
  world: World,
  asked: Asked,
  id: number,
  attempt: number,
): Promise<Outcome<Placed>> {
  const order = await world.db
    .selectFrom('purchase')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const number = String(order.number);
  // Who turns back from an upgrade goes back to the order that it enlarges.
  const base = order.upgradeOf === null ? undefined : await purchaseOf(world.db, order.upgradeOf);
  const answer = await world.payments.create({
    requestId: `c-${id}-${attempt}`,
    customId: String(id),
    invoiceId: number,
    description: `${order.reportCode} ${order.reportTitle}`.slice(0, 127),
    amount: order.priceCents,
    currency: order.currency,
    brand: (await asked.site()).siteName.slice(0, 127),
    returnUrl: `${world.origin}/payment-success`,
    cancelUrl: `${world.origin}${base ? `/payment-success?order=${String(base.number)}` : `/buy-now?id=${encodeURIComponent(order.reportCode)}&type=${order.licence}`}&cancelled=1`,
  });
  if (answer.kind !== 'created') {
    const why = answer.kind === 'refused' ? answer.issue : answer.reason;
    await note(world.db, id, world.clock(), 'create-failed', { attempt, why });
    world.log.warn(
      { order: number, why, amount: decimal(order.priceCents) },
      'the provider did not create an order',
    );
    return refuse(502, 'Failed to initiate PayPal checkout');
  }
  const { providerId, approvalUrl } = answer;
  await world.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('paymentAttempt')
      .set({ providerId, approvalUrl })
      .where('purchaseId', '=', id)
      .where('attempt', '=', attempt)
      .execute();
    await tx
      .updateTable('purchase')
      .set({ state: 'awaiting-approval' })
      .where('id', '=', id)
      .where('state', 'in', ['pending', 'cancelled', 'expired'])
      .execute();
  });
  return done({ number, providerId, approvalUrl });
}

/** The buyer came back without paying. Soft: an approval that still arrives wins. */
export async function cancelOrder(world: World, providerId: string): Promise<void> {
  await world.db.transaction().execute(async (tx) => {
    const attempt = await tx
      .selectFrom('paymentAttempt')
      .select('purchaseId')
      .where('providerId', '=', providerId)
      .executeTakeFirst();
    if (attempt && (await move(tx, attempt.purchaseId, 'awaiting-approval', 'cancelled')))
      await note(tx, attempt.purchaseId, world.clock(), 'cancelled');
  });
}
