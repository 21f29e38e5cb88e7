import { z } from 'zod';
import { actAsStaff, refuseRole, type Actor } from '#core/kernel/audit.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import {
  multiLineField,
  parseForm,
  optionalLineField,
  singleLineField,
  type FormInput,
} from '#core/kernel/form-fields.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import { queueEmail } from '#core/kernel/queue-email.ts';
import { formatNumber } from '#core/store/numbering.model.ts';
import type { OrderDeps } from '../deps.ts';
import {
  findCurrentInvoice,
  insertDocument,
  takeNextSequence,
} from '../documents/document.store.ts';
import type { InvoiceContent } from '../documents/invoice.model.ts';
import type { OrderDocument } from '../documents/invoices.ts';
import { documentEmail } from '../emails/document.ts';
import { findPurchaseByNumber, lockPurchase } from '../purchase.store.ts';
import { orderAttempt } from './order-attempt.ts';
import { refuseReader } from './reader.ts';

/** What of an invoice can be wrong and be set right: to whom it is made out. */
const correctionForm = z.object({
  name: singleLineField('a name', 200),
  company: optionalLineField(200),
  address: multiLineField('an address', 600),
  tax_id: optionalLineField(60),
  reason: singleLineField('the reason, which is printed on the invoice', 200),
});

/** The invoice that holds now, and its fields as a form shows them. */
export type CorrectableInvoice = {
  readonly number: string;
  readonly fields: Readonly<Record<'name' | 'company' | 'address' | 'tax_id', string>>;
};

/** Corrects to whom invoices are made out, by further documents. */
export class CorrectInvoices {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** `forbidden`, `not-found` for an order without an invoice. */
  async getInvoice(actor: Actor, number: string): Promise<Outcome<CorrectableInvoice>> {
    const refusal = refuseReader(this.#deps, actor, 'order.issue-document');
    if (refusal) return refusal;
    const { db } = this.#deps;
    const order = await findPurchaseByNumber(db, number);
    const invoice = order && (await findCurrentInvoice(db, order.id));
    if (!invoice) return noInvoice;
    const { name, company, address, taxId = '' } = invoice.body.buyer;
    const fields = { name, company, address: address.join('\n'), tax_id: taxId };
    return ok({ number: invoice.number, fields });
  }

  /**
   * A further invoice says the same of the sale, is made out to the given buyer, has the next number
   * of its series and names the invoice that it replaces, which stays as it was issued; the buyer is
   * emailed. `not-found`, `conflict` where nothing differs, `invalid` by field.
   */
  async correctInvoice(
    actor: Actor,
    number: string,
    form: FormInput,
  ): Promise<Outcome<OrderDocument>> {
    const attempt = orderAttempt('order.issue-document', number);
    const parsed = parseForm(correctionForm, form);
    if (!parsed.ok) return (await refuseRole(this.#deps, actor, attempt)) ?? parsed;
    const site = await this.#deps.getPublisher();
    return actAsStaff(this.#deps, actor, attempt, async (tx, audit) => {
      const found = await findPurchaseByNumber(tx, number);
      const order = found && (await lockPurchase(tx, found.id));
      const invoice = order && (await findCurrentInvoice(tx, order.id));
      if (!order || !invoice) return noInvoice;
      const { reason, ...fields } = parsed.value;
      const buyer = toBuyer(invoice.body.buyer, fields);
      if (isSameBuyer(buyer, invoice.body.buyer))
        return fail('conflict', 'The invoice already says this.');
      const issuedAt = this.#deps.clock();
      const year = issuedAt.getUTCFullYear();
      const sequence = await takeNextSequence(tx, 'invoice', year);
      const document = {
        kind: 'corrected-invoice' as const,
        number: formatNumber(site.numbering.invoice, sequence, year),
        token: this.#deps.generateSecret(),
      };
      const body: InvoiceContent = {
        ...invoice.body,
        kind: document.kind,
        number: document.number,
        date: formatDay(issuedAt),
        refersTo: invoice.number,
        buyer,
        notes: [correctionNote(invoice.number, reason), ...withoutCorrection(invoice.body)],
      };
      const row = { ...document, year, sequence, purchaseId: order.id, refundId: null };
      await insertDocument(tx, { ...row, body, issuedAt });
      const { origin } = this.#deps;
      const letter = { order, document, publisher: site.letterhead, origin };
      const dedupeKey = `document-${document.number}`;
      await queueEmail(this.#deps, tx, documentEmail({ ...letter, dedupeKey }));
      audit({ before: { invoice: invoice.number }, after: { invoice: document.number } });
      return ok(document);
    });
  }
}

const correctionStart = 'This invoice corrects and replaces ';
const correctionNote = (number: string, reason: string) => `${correctionStart}${number}: ${reason}`;
const withoutCorrection = ({ notes }: InvoiceContent) =>
  notes.filter((note) => !note.startsWith(correctionStart));

const noInvoice = fail('not-found', 'This order has no invoice.');

type Buyer = InvoiceContent['buyer'];

const toBuyer = (current: Buyer, given: Omit<z.infer<typeof correctionForm>, 'reason'>): Buyer => ({
  name: given.name,
  company: given.company,
  address: given.address.split(/\s*\n\s*/),
  taxId: given.tax_id || undefined,
  email: current.email,
});

const isSameBuyer = (a: Buyer, b: Buyer): boolean =>
  a.name === b.name &&
  a.company === b.company &&
  a.taxId === b.taxId &&
  a.address.join('\n') === b.address.join('\n');
