import type { OrderDeps } from '../deps.ts';
import { whereOwner } from '../order-access.ts';
import type { Customer } from '#core/accounts/model.ts';

export class OrderExport {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** All that is kept of a customer's orders, for his export: as he typed it, with payments, papers, seats and downloads. Secrets of links stay out. */
  async exportData(customer: Customer): Promise<object[]> {
    const { db } = this.#deps;
    const orders = await db
      .selectFrom('purchase')
      .select([
        'id',
        'number',
        'state',
        'paymentMethod',
        'placedAt',
        'paidAt',
        'fulfilledAt',
        'reportCode',
        'reportTitle',
        'editionNumber',
        'licence',
        'rights',
        'seatLimit',
        'priceCents',
        'refundedCents',
        'currency',
      ])
      .select([
        'name',
        'email',
        'mobileNo',
        'companyName',
        'jobTitle',
        'taxId',
        'address',
        'city',
        'region',
        'zip',
        'country',
        'consent',
        'termsTitle',
        'payment',
      ])
      .where((eb) => whereOwner(eb, customer))
      .orderBy('id')
      .execute();
    return Promise.all(
      orders.map(async ({ id, ...order }) => ({
        ...order,
        documents: await db
          .selectFrom('orderDocument')
          .select(['kind', 'number', 'issuedAt', 'body'])
          .where('purchaseId', '=', id)
          .orderBy('id')
          .execute(),
        refunds: await db
          .selectFrom('refund')
          .select(['amountCents', 'reason', 'state', 'createdAt'])
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
          .innerJoin('downloadGrant', 'downloadGrant.id', 'download.grantId')
          .select(['downloadGrant.kind', 'download.downloadedAt', 'download.clientIp'])
          .where('purchaseId', '=', id)
          .where('seatId', 'is', null)
          .orderBy('download.downloadedAt')
          .execute(),
        history: await db
          .selectFrom('orderEvent')
          .select(['occurredAt', 'kind'])
          .where('purchaseId', '=', id)
          .orderBy('id')
          .execute(),
      })),
    );
  }
}
