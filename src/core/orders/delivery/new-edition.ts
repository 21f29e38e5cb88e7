import { DownloadGrants } from './download-grants.ts';
import { ResendLinks } from './resend-links.ts';
import type { OrderDeps } from '../deps.ts';
import { statesWithAccess } from '../model.ts';
import { recordEvent } from '../purchase.store.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import { newEditionEmail } from '../emails.ts';

export class NewEditionEmails {
  readonly #deps: OrderDeps;
  readonly #downloadGrants: DownloadGrants;
  readonly #resendLinks: ResendLinks;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#downloadGrants = new DownloadGrants(deps);
    this.#resendLinks = new ResendLinks(deps);
  }

  /** Everybody who bought the report, and everybody with a seat, is told of its new edition once, and their downloads work again. */
  async emailNewEdition({
    reportId,
    edition,
    reason,
  }: {
    reportId: number;
    edition: number;
    reason: string;
  }): Promise<void> {
    const { siteName } = await this.#deps.getPublisher();
    const orders = await this.#deps.db
      .selectFrom('purchase')
      .select('id')
      .where('reportId', '=', reportId)
      .where('state', 'in', [...statesWithAccess])
      .execute();
    for (const { id } of orders) {
      await this.#deps.db.transaction().execute(async (tx) => {
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
        await this.#resendLinks.renewGrants(tx, id);
        await recordEvent(tx, id, this.#deps.clock(), { kind: `edition-${edition}` });
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
            this.#deps,
            tx,
            newEditionEmail(
              order,
              reader,
              edition,
              reason,
              await this.#downloadGrants.listDownloadLinks(id, reader.id, tx),
              siteName,
              this.#deps.origin,
            ),
          );
      });
    }
  }
}
