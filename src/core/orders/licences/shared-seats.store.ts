import { statesWithAccess } from '../order-states.model.ts';
import type { Customer } from '#core/accounts/model.ts';
import type { DatabaseOrTx } from '../purchase.store.ts';

/**
 * Orders of others in which this customer's address has a seat, or whose licence is for the whole
 * company of its domain: newest first, at most 200. `seatToken` is null if the address has no seat yet;
 * orders in which its seat was revoked are left out.
 */
export function listSharedOrders(
  db: DatabaseOrTx,
  customer: Pick<Customer, 'id'>,
  address: { readonly email: string; readonly domain: string },
) {
  return db
    .selectFrom('purchase')
    .leftJoin('seat', (on) =>
      on.onRef('seat.purchaseId', '=', 'purchase.id').on('seat.email', '=', address.email),
    )
    .selectAll('purchase')
    .select('seat.token as seatToken')
    .where('purchase.state', 'in', [...statesWithAccess])
    .where((eb) =>
      eb.or([eb('purchase.customerId', 'is', null), eb('purchase.customerId', '!=', customer.id)]),
    )
    .where((eb) => eb(eb.fn('lower', ['purchase.email']), '!=', address.email))
    .where((eb) => {
      const atSign = eb.val('@');
      const domain = eb.fn('split_part', ['purchase.email', atSign, eb.lit(2)]);
      return eb.or([
        eb('seat.id', 'is not', null),
        eb.and([
          eb('purchase.seatLimit', 'is', null),
          eb(eb.fn('lower', [domain]), '=', address.domain),
        ]),
      ]);
    })
    .where('seat.revokedAt', 'is', null)
    .orderBy('purchase.id', 'desc')
    .limit(200)
    .execute();
}
