import type { Customer } from '#core/accounts/model.ts';
import type { Deps } from '#core/deps.ts';
import { whereOwner } from './library.ts';

/** All that is kept of a customer's orders, for his export: as he typed it, with payments, papers, seats and downloads. Secrets of links stay out. */
export async function exportData(deps: Deps, customer: Customer): Promise<object[]> {
  const { db } = deps;
  const orders = await db
    .selectFrom('purchase')
    .select([
      'id',
      'number',
      'state',
      'method',
      'placedAt',
      'paidAt',
      'fulfilledAt',
      'reportCode',
      'reportTitle',
      'edition',
      'licence',
      'rights',
      'seats',
      'priceCents',
      'refundedCents',
      'currency',
    ])
    .select([
      'name',
      'email',
      'mobileNo',
      'companyName',
      'title',
      'taxId',
      'address',
      'city',
      'region',
      'zip',
      'country',
      'consent',
      'terms',
      'payment',
    ])
    .where((eb) => whereOwner(eb, customer))
    .orderBy('id')
    .execute();
  return Promise.all(
    orders.map(async ({ id, ...order }) => ({
      ...order,
      papers: await db
        .selectFrom('paper')
        .select(['kind', 'number', 'at', 'body'])
        .where('purchaseId', '=', id)
        .orderBy('id')
        .execute(),
      refunds: await db
        .selectFrom('refund')
        .select(['cents', 'reason', 'state', 'at'])
        .where('purchaseId', '=', id)
        .orderBy('id')
        .execute(),
      seats: await db
        .selectFrom('seat')
        .select(['name', 'email', 'invitedAt', 'acceptedAt', 'revokedAt'])
        .where('purchaseId', '=', id)
        .orderBy('id')
        .execute(),
      downloads: await db
        .selectFrom('download')
        .innerJoin('deliveryGrant', 'deliveryGrant.id', 'download.grantId')
        .select(['deliveryGrant.kind', 'download.at', 'download.address'])
        .where('purchaseId', '=', id)
        .where('seatId', 'is', null)
        .orderBy('download.at')
        .execute(),
      history: await db
        .selectFrom('orderEvent')
        .select(['at', 'kind'])
        .where('purchaseId', '=', id)
        .orderBy('id')
        .execute(),
    })),
  );
}

/** An address moved: orders that were placed with the old one as a guest are the customer's by his account. */
export async function assignGuestOrders(
  deps: Deps,
  { customerId, email }: { customerId: number; email: string },
): Promise<void> {
  const orders = await deps.db
    .selectFrom('purchase')
    .select('id')
    .where('customerId', 'is', null)
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .orderBy('id')
    .execute();
  for (const { id } of orders)
    await deps.db
      .updateTable('purchase')
      .set({ customerId })
      .where('id', '=', id)
      .where('customerId', 'is', null)
      .execute();
}
