import { z } from 'zod';
import type { Actor } from '#core/kernel/audit.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import {
  failWithFieldErrors,
  multiLineField,
  parseForm,
  optionalLineField,
  singleLineField,
  type FormInput,
} from '#core/kernel/form-fields.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { Tx } from '#core/deps.ts';
import type { Publisher } from '#core/store/model.ts';
import { getBuyer } from '../buyer.model.ts';
import { changeBuyer } from '../buyer.store.ts';
import { SalesTax, toTaxedBuyer, type CheckedNumber } from '../checkout/sales-tax.ts';
import type { OrderDeps } from '../deps.ts';
import { findCurrentInvoice, insertDocument } from '../documents/document.store.ts';
import { takeDocumentNumber } from '../documents/take-document-number.ts';
import type { InvoiceContent } from '../documents/invoice.model.ts';
import type { OrderDocument } from '../documents/invoices.ts';
import { documentEmail } from '../emails/document.ts';
import { findPurchaseByNumber, lockPurchase, type Purchase } from '../purchase.store.ts';
import { formatTaxNumber } from '../vat-number.model.ts';
import type { EmailedDocument } from './issue-document.ts';
import { orderAttempt, refuseErasedBuyer } from './order-attempt.ts';
import { refuseReader } from './reader.ts';

/** The fields of an invoice that can be corrected: to whom it is made out. */
const correctionForm = z.object({
  name: singleLineField('a name', 200),
  company: optionalLineField(200),
  address: multiLineField('an address', 600),
  tax_id: optionalLineField(60),
  reason: singleLineField('the reason, which is printed on the invoice', 200),
});

type Correction = {
  readonly order: Purchase;
  /** The invoice that is replaced. */
  readonly invoice: { readonly number: string; readonly body: InvoiceContent };
  readonly buyer: InvoiceContent['buyer'];
  readonly reason: string;
  readonly site: Publisher;
};

/** The invoice that holds now, and its fields as a form shows them. */
export type CorrectableInvoice = {
  readonly number: string;
  readonly fields: Readonly<Record<'name' | 'company' | 'address' | 'tax_id', string>>;
};

/** Corrects to whom invoices are made out, by further documents. */
export class CorrectInvoices {
  readonly #deps: OrderDeps;
  readonly #salesTax: SalesTax;

  constructor(deps: OrderDeps, parts: { readonly salesTax: SalesTax }) {
    this.#deps = deps;
    this.#salesTax = parts.salesTax;
  }

  /** `forbidden`, `not-found` for an order without an invoice. */
  async getInvoice(actor: Actor, number: string): Promise<Outcome<CorrectableInvoice>> {
    const refusal = refuseReader(this.#deps.clock(), actor, 'order.issue-document');
    if (refusal) return refusal;
    const { db } = this.#deps;
    const order = await findPurchaseByNumber(db, number);
    const invoice = order && (await findCurrentInvoice(db, order.id));
    if (!invoice) return noInvoice;
    const { name, company, address, taxId = '' } = getBuyer(order);
    const fields = { name, company, address: address.join('\n'), tax_id: taxId };
    return ok({ number: invoice.number, fields });
  }

  /**
   * A further invoice says the same of the sale, is made out to the given buyer, has the next number
   * of its series and names the invoice that it replaces, which stays as it was issued; the buyer is
   * emailed. The order has this buyer from now on, in all that names one. `not-found`, `conflict`
   * where nothing differs or the buyer was erased, `invalid` by field, also for a tax number that
   * does not count where the sale was without tax because of one.
   */
  async correctInvoice(
    actor: Actor,
    number: string,
    form: FormInput,
  ): Promise<Outcome<EmailedDocument>> {
    const attempt = orderAttempt('order.issue-document', number);
    const parsed = parseForm(correctionForm, form);
    if (!parsed.ok) return (await this.#deps.staffActs.refuseRole(actor, attempt)) ?? parsed;
    const site = await this.#deps.getPublisher();
    const forbidden = await this.#deps.staffActs.refuseRole(actor, attempt);
    if (forbidden) return forbidden;
    const checked = await this.#checkNumber(site, number, parsed.value.tax_id);
    if (!checked.ok) return checked;
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      const found = await findPurchaseByNumber(tx, number);
      const order = found && (await lockPurchase(tx, found.id));
      const invoice = order && (await findCurrentInvoice(tx, order.id));
      if (!order || !invoice) return noInvoice;
      const erased = refuseErasedBuyer(order);
      if (erased) return erased;
      const { reason, ...fields } = parsed.value;
      const change = { ...toBuyerChange(order, fields), ...checked.value };
      const buyer = getBuyer({ ...order, ...change });
      if (isSameBuyer(buyer, invoice.body.buyer))
        return fail('conflict', 'The invoice already says this.');
      await changeBuyer(tx, order.id, change);
      const document = await this.#insertCorrection(tx, { order, invoice, buyer, reason, site });
      const { origin } = this.#deps;
      const corrected = { ...order, ...change };
      const letter = { order: corrected, document, publisher: site.letterhead, origin };
      const dedupeKey = `document-${document.number}`;
      const delivery = await this.#deps.emails.queue(tx, documentEmail({ ...letter, dedupeKey }));
      audit({ before: { invoice: invoice.number }, after: { invoice: document.number } });
      return ok({ ...document, delivery });
    });
  }

  /** In `tx`: the corrected invoice exists, with the next number of the invoices. */
  async #insertCorrection(
    tx: Tx,
    { order, invoice, buyer, reason, site }: Correction,
  ): Promise<OrderDocument> {
    const numbered = await takeDocumentNumber(tx, site, 'invoice', this.#deps.clock());
    const link = this.#deps.secrets.createToken();
    const document = {
      kind: 'corrected-invoice' as const,
      number: numbered.number,
      token: link.token,
    };
    const body: InvoiceContent = {
      ...invoice.body,
      kind: document.kind,
      number: document.number,
      date: formatDay(numbered.issuedOn),
      refersTo: invoice.number,
      buyer,
      notes: [correctionNote(invoice.number, reason), ...withoutCorrection(invoice.body)],
    };
    const row = {
      ...numbered,
      ...document,
      token: link.sealed,
      purchaseId: order.id,
      refundId: null,
    };
    await insertDocument(tx, { ...row, body });
    return document;
  }

  /** Checks the tax number; if it is the same, it stays as it was found. */
  async #checkNumber(
    { tax }: Publisher,
    orderNumber: string,
    typed: string,
  ): Promise<Outcome<CheckedNumber>> {
    const order = await findPurchaseByNumber(this.#deps.db, orderNumber);
    if (!order) return noInvoice;
    const { countryCode, taxKind, vatNumberStatus, vatConsultation } = order;
    const taxId = formatTaxNumber(typed, countryCode ?? undefined);
    if (taxId === (order.taxId ?? '')) return ok({ vatNumberStatus, vatConsultation });
    const unchecked = { vatNumberStatus: null, vatConsultation: null };
    if (taxKind !== 'reverse-charge' || tax.kind === 'none') return ok(unchecked);
    if (taxId === '') return numberNeeded;
    const buyer = { ...toTaxedBuyer(order), buyerKind: 'company', taxId } as const;
    const checked = await this.#salesTax.checkNumber(tax, buyer);
    return checked.vatNumberStatus === 'unknown' ? numberNeeded : ok(checked);
  }
}

const numberNeeded = failWithFieldErrors({
  tax_id: [
    'This sale is without VAT because of the buyer’s VAT number: it needs one that VIES knows.',
  ],
});

const correctionStart = 'This invoice corrects and replaces ';
const correctionNote = (number: string, reason: string) => `${correctionStart}${number}: ${reason}`;
const withoutCorrection = ({ notes }: InvoiceContent) =>
  notes.filter((note) => !note.startsWith(correctionStart));

const noInvoice = fail('not-found', 'This order has no invoice.');

type Buyer = InvoiceContent['buyer'];

/** Who has neither a company nor a tax number is a person. */
const toBuyerChange = (
  { countryCode }: Purchase,
  given: Omit<z.infer<typeof correctionForm>, 'reason'>,
) => ({
  buyerKind:
    given.company === '' && given.tax_id === '' ? ('person' as const) : ('company' as const),
  name: given.name,
  companyName: given.company,
  invoiceAddress: given.address.split(/\s*\n\s*/).join('\n'),
  taxId: given.tax_id === '' ? null : formatTaxNumber(given.tax_id, countryCode ?? undefined),
});

const isSameBuyer = (a: Buyer, b: Buyer): boolean =>
  a.name === b.name &&
  a.company === b.company &&
  a.taxId === b.taxId &&
  a.address.join('\n') === b.address.join('\n');
