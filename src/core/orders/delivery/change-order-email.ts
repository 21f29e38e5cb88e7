import { DownloadGrants } from './download-grants.ts';
import type { OrderDeps } from '../deps.ts';
import { type Outcome, fail, ok } from '#core/kernel/outcome.ts';
import { emailField } from '#core/kernel/form-fields.ts';
import { recordEvent } from '../purchase.store.ts';
import { freshGrantTerms } from './download-grants.ts';
import { statesWithAccess } from '../model.ts';
import { queueEmail } from '#core/kernel/outbox.ts';
import { renewedLinksEmail } from '../emails.ts';

export class ChangeOrderEmail {
  readonly #deps: OrderDeps;
  readonly #downloadGrants: DownloadGrants;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
    this.#downloadGrants = new DownloadGrants(deps);
  }

  /**
   * The order belongs to another address from now on: seats and the library go by it, the account that had it has it no more, and links from before
   * are dead. Where it is delivered, a letter brings new ones to the new address. 404 for a number that is none, 422 for an address that is none.
   */
  async changeOrderEmail(
    number: string,
    newEmail: string,
    staffName: string,
  ): Promise<Outcome<undefined>> {
    const read = emailField().safeParse(newEmail);
    if (!read.success)
      return fail('invalid', 'That is not an e-mail address.', {
        email: ['That is not an e-mail address.'],
      });
    const { siteName } = await this.#deps.getPublisher();
    return this.#deps.db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('purchase')
        .selectAll()
        .where('number', '=', number)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return fail('not-found', 'There is no such order.');
      const now = this.#deps.clock();
      await tx
        .updateTable('purchase')
        .set({ email: read.data, customerId: null })
        .where('id', '=', row.id)
        .execute();
      await recordEvent(tx, row.id, now, {
        kind: 'email-changed',
        detail: {
          by: staffName,
          previousEmail: row.email,
        },
      });
      for (const { id } of await tx
        .selectFrom('downloadGrant')
        .select('id')
        .where('purchaseId', '=', row.id)
        .where('seatId', 'is', null)
        .execute()) {
        await tx
          .updateTable('downloadGrant')
          .set({ token: this.#deps.generateSecret(), ...freshGrantTerms(now) })
          .where('id', '=', id)
          .execute();
      }
      if (statesWithAccess.includes(row.state)) {
        const links = await this.#downloadGrants.listDownloadLinks(row.id, null, tx);
        await queueEmail(
          this.#deps,
          tx,
          renewedLinksEmail(
            { ...row, email: read.data },
            links,
            siteName,
            this.#deps.origin,
            `readdress-${number}-${now.getTime()}`,
          ),
        );
      }
      return ok(undefined);
    });
  }
}
