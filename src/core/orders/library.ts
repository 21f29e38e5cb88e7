import type { ExpressionBuilder } from 'kysely';
import type { Customer } from '../accounts/model.ts';
import type { Licence } from '../catalogue/licence.model.ts';
import type { DB } from '../kernel/tables.ts';
import type { World } from '../world.ts';
import { fileOf, type OrderFile } from './grants.ts';
import { delivered, type OrderState } from './model.ts';
import { papersOf, type Paper } from './papers.ts';
import type { Purchase } from './store.ts';

/** An order as its customer's library shows it; files only where they may be had. */
export type LibraryOrder = {
  readonly number: string;
  readonly state: OrderState;
  readonly placedAt: string;
  readonly reportTitle: string;
  readonly reportCode: string;
  readonly licence: Licence;
  readonly rights: string;
  readonly price: number;
  /** Cents that went back so far. */
  readonly refunded: number;
  readonly papers: readonly Paper[];
  readonly certificate: string | null;
  readonly files: readonly OrderFile[];
};

/** True where the order was placed with the account, or with its address once that is confirmed. */
export const owns = (customer: Customer, order: Pick<Purchase, 'customerId' | 'email'>): boolean =>
  order.customerId === customer.id ||
  (customer.confirmed && order.email.toLowerCase() === customer.email.toLowerCase());

/** The same as a condition on `purchase`. */
export const ownedBy = (
  eb: ExpressionBuilder<DB, 'purchase'>,
  customer: Pick<Customer, 'id' | 'email' | 'confirmed'>,
) =>
  eb.or([
    eb('customerId', '=', customer.id),
    ...(customer.confirmed
      ? [eb(eb.fn('lower', ['email']), '=', customer.email.toLowerCase())]
      : []),
  ]);

/** All orders of the customer that went further than the form, newest first. */
export async function library(world: World, customer: Customer): Promise<LibraryOrder[]> {
  const rows = await world.db
    .selectFrom('purchase')
    .selectAll()
    .where((eb) => ownedBy(eb, customer))
    .where('state', '!=', 'pending')
    .orderBy('placedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  const grants =
    rows.length === 0
      ? []
      : await world.db
          .selectFrom('deliveryGrant')
          .selectAll()
          .where(
            'purchaseId',
            'in',
            rows.map(({ id }) => id),
          )
          .where('seatId', 'is', null)
          .where('suspended', '=', false)
          .orderBy('kind')
          .execute();
  const papers = await papersOf(
    world,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    number: String(row.number),
    state: row.state as OrderState,
    placedAt: row.placedAt.toISOString(),
    reportTitle: row.reportTitle,
    reportCode: row.reportCode,
    licence: row.licence as Licence,
    rights: row.rights,
    price: row.priceCents,
    refunded: row.refundedCents,
    papers: papers.get(row.id) ?? [],
    certificate: row.certificate,
    files: delivered.includes(row.state as OrderState)
      ? grants
          .filter(({ purchaseId }) => purchaseId === row.id)
          .map((grant) => fileOf(grant, world.clock()))
      : [],
  }));
}
