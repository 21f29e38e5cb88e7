import type { Actor } from '#core/kernel/audit.ts';
import type { EmailOutcome } from '#core/kernel/email-outcome.model.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { Tx } from '#core/deps.ts';
import type { Publisher } from '#core/store/model.ts';
import type { OrderDeps } from '../deps.ts';
import { listDocumentsOf } from '../documents/document.store.ts';
import { markReplaced } from '../documents/invoice.model.ts';
import { Invoices, openDocumentToken, type OrderDocument } from '../documents/invoices.ts';
import { documentEmail } from '../emails/document.ts';
import { findPurchaseByNumber, lockPurchase, type Purchase } from '../purchase.store.ts';
import { orderAttempt, refuseErasedBuyer } from './order-attempt.ts';

/** A document, and what becomes of the email with it. */
export type EmailedDocument = OrderDocument & { readonly delivery: EmailOutcome };

/** Documents that buyers ask staff for. */
export class IssueDocuments {
  readonly #deps: OrderDeps;
  readonly #invoices: Invoices;

  constructor(deps: OrderDeps, parts: { readonly invoices: Invoices }) {
    this.#deps = deps;
    this.#invoices = parts.invoices;
  }

  /**
   * The order's document with this number is emailed to the buyer once more; without one, the
   * invoice of a paid order or the pro-forma invoice of a transfer, which is issued where there is
   * none yet. In place of a replaced invoice the one that holds is sent. A document is never
   * changed. `not-found`, `conflict` for an order that has neither, or whose buyer was erased.
   */
  async issueDocument(
    actor: Actor,
    number: string,
    documentNumber?: string,
  ): Promise<Outcome<EmailedDocument>> {
    const site = await this.#deps.getPublisher();
    const attempt = orderAttempt('order.issue-document', number);
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const found = await findPurchaseByNumber(tx, number);
      if (!found) return fail('not-found', 'There is no such order.');
      const order = await lockPurchase(tx, found.id);
      const erased = refuseErasedBuyer(order);
      if (erased) return erased;
      const chosen =
        documentNumber === undefined
          ? await this.#issueMissing(site, tx, order)
          : await this.#findByNumber(tx, order, documentNumber);
      if (!chosen.ok) return chosen;
      const document = chosen.value;
      const email = documentEmail({
        order,
        document,
        publisher: site.letterhead,
        origin: this.#deps.origin,
        dedupeKey: `document-${document.number}-${this.#deps.clock().getTime()}`,
      });
      const delivery = await this.#deps.emails.queue(tx, email);
      audit({ after: { document: document.number } });
      return ok({ ...document, delivery });
    });
  }

  async #issueMissing(site: Publisher, tx: Tx, order: Purchase): Promise<Outcome<OrderDocument>> {
    const cents = order.priceCents;
    if (order.paidAt !== null) {
      const paidBy = order.paymentMethod === 'bank' ? 'bank transfer' : 'PayPal';
      const request = { kind: 'invoice', cents, paidBy } as const;
      return ok(await this.#invoices.issueDocument(site, tx, order, request));
    }
    if (order.state !== 'awaiting-transfer')
      return fail('conflict', 'This order is not paid, and is not waiting for a transfer.');
    return ok(await this.#invoices.issueDocument(site, tx, order, { kind: 'pro-forma', cents }));
  }

  async #findByNumber(tx: Tx, { id }: Purchase, number: string): Promise<Outcome<OrderDocument>> {
    const documents = markReplaced(await listDocumentsOf(tx, [id]));
    const asked = documents.find((one) => one.number === number);
    const found = documents.find((one) => one.number === (asked?.replacedBy ?? number));
    if (!found) return fail('not-found', 'This order has no such document.');
    const { kind, token } = openDocumentToken(this.#deps.vault, found);
    return ok({ kind, number: found.number, token });
  }
}
