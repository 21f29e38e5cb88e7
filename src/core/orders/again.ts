import type { Licence } from '../catalogue/licence.model.ts';
import type { World } from '../world.ts';
import { isBuyers, type Proof } from './delivery.ts';
import { browserHash } from './checkout.ts';
import { ownedBy } from './library.ts';
import { delivered } from './model.ts';
import { attemptByProvider } from './store.ts';

type Buyer = Pick<Proof, 'browser' | 'customer'>;

/** An order that its buyer came back from without paying: what it was, whether his card was refused, and where he pays after all. */
export type Unpaid = {
  readonly number: string;
  readonly reportTitle: string;
  readonly reportCode: string;
  readonly licence: Licence;
  readonly declined: boolean;
  /** The provider's page of the same attempt. */
  readonly approvalUrl: string | undefined;
  /** The order that this one was to enlarge. */
  readonly enlarges: string | undefined;
};

/** The unpaid order behind the provider's token, for its buyer alone. */
export async function unpaid(
  world: World,
  token: string,
  buyer: Buyer,
): Promise<Unpaid | undefined> {
  const known = /^[A-Z0-9]{1,36}$/.test(token)
    ? await attemptByProvider(world.db, token)
    : undefined;
  if (!known || !isBuyers(known.purchase, buyer)) return undefined;
  const { attempt, purchase } = known;
  const last = await world.db
    .selectFrom('orderEvent')
    .select('kind')
    .where('purchaseId', '=', purchase.id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const base =
    purchase.upgradeOf === null
      ? undefined
      : await world.db
          .selectFrom('purchase')
          .select('number')
          .where('id', '=', purchase.upgradeOf)
          .executeTakeFirst();
  return {
    number: String(purchase.number),
    reportTitle: purchase.reportTitle,
    reportCode: purchase.reportCode,
    licence: purchase.licence as Licence,
    declined: last?.kind === 'declined',
    approvalUrl: attempt.approvalUrl ?? undefined,
    enlarges: base?.number ?? undefined,
  };
}

/** What a browser typed into its newest order of a report that is not paid yet: field to value, the country by its name. */
export async function typedBefore(
  world: World,
  reportId: number,
  browser: string | undefined,
): Promise<Readonly<Record<string, string>> | undefined> {
  if (browser === undefined) return undefined;
  const order = await world.db
    .selectFrom('purchase')
    .selectAll()
    .where('browser', '=', browserHash(browser))
    .where('reportId', '=', reportId)
    .where('state', 'in', ['pending', 'awaiting-approval', 'awaiting-transfer', 'cancelled'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!order) return undefined;
  const { name, email, mobileNo, companyName, title, address, city, region, zip, taxId, country } =
    order;
  return {
    name,
    email,
    mobile_no: mobileNo,
    company_name: companyName,
    title,
    address,
    city,
    state: region,
    zip,
    tax_id: taxId ?? '',
    country,
  };
}

/** The order with which a buyer has the same licence of a report already. */
export async function boughtBefore(
  world: World,
  reportId: number,
  licence: Licence,
  { browser, customer }: Buyer,
): Promise<{ number: string; paidAt: string } | undefined> {
  const order = await world.db
    .selectFrom('purchase')
    .select(['number', 'paidAt'])
    .where('reportId', '=', reportId)
    .where('licence', '=', licence)
    .where('state', 'in', [...delivered])
    .where((eb) =>
      eb.or([
        eb('browser', '=', browser === undefined ? '' : browserHash(browser)),
        ...(customer ? [ownedBy(eb, customer)] : []),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return order?.paidAt
    ? { number: String(order.number), paidAt: order.paidAt.toISOString() }
    : undefined;
}
