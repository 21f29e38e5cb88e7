import type { Deps } from '#core/deps.ts';
import type { OrderDeps } from '../deps.ts';
import { statesWithAccess } from '../model.ts';
import { renewGrants } from './resend-links.ts';
import { recordEvent } from '../purchase.store.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import { newEditionEmail } from '../emails.ts';
import { listDownloadLinks } from './download-grants.ts';
/** Everybody who bought the report, and everybody with a seat, is told of its new edition once, and their downloads work again. */
export async function emailNewEdition(
  deps: Deps,
  orderDeps: OrderDeps,
  { reportId, edition, reason }: { reportId: number; edition: number; reason: string },
): Promise<void> {
  const { siteName } = await orderDeps.getPublisher();
  const orders = await deps.db
    .selectFrom('purchase')
    .select('id')
    .where('reportId', '=', reportId)
    .where('state', 'in', [...statesWithAccess])
    .execute();
  for (const { id } of orders) {
    await deps.db.transaction().execute(async (tx) => {
      const order = await tx
        .selectFrom('purchase')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const known = await tx
        .selectFrom('orderEvent')
        .select('id')
        .where('purchaseId', '=', id)
        .where('kind', '=', `edition-${edition}`)
        .executeTakeFirst();
      if (known || !statesWithAccess.includes(order.state)) return;
      await renewGrants(deps, tx, id);
      await recordEvent(tx, id, deps.clock(), `edition-${edition}`);
      const seats = await tx
        .selectFrom('seat')
        .select(['id', 'name', 'email'])
        .where('purchaseId', '=', id)
        .where('acceptedAt', 'is not', null)
        .where('revokedAt', 'is', null)
        .execute();
      const readers = [{ id: null, name: order.name, email: order.email }, ...seats];
      for (const reader of readers)
        await queueEmail(
          deps,
          tx,
          newEditionEmail(
            order,
            reader,
            edition,
            reason,
            await listDownloadLinks(deps, id, reader.id, tx),
            siteName,
            deps.origin,
          ),
        );
    });
  }
}
