import type { Deps, Tx } from '#core/deps.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import { toPaperKey } from '#core/kernel/paper-key.ts';
import type { Publisher } from '#core/store/model.ts';
import type { OrderDeps } from '../deps.ts';
import type { DatabaseOrTx, Purchase } from '../purchase.store.ts';
import {
  findCreditNote,
  findCurrentInvoice,
  findProForma,
  findDocumentByToken,
  insertDocument,
  listDocumentsOf,
} from './document.store.ts';
import type { Refund } from '../refunds/refund.store.ts';
import { takeDocumentNumber } from './take-document-number.ts';
import { buildInvoiceContent } from './invoice-content.ts';
import { markReplaced, type DocumentKind, type InvoiceContent } from './invoice.model.ts';

/** A document as pages and emails link to it. */
export type OrderDocument = {
  readonly kind: DocumentKind;
  readonly number: string;
  /** The secret in its link. */
  readonly token: string;
  /** The number of the corrected invoice that holds in its place; none for one that holds. */
  readonly replacedBy?: string;
  /** The number of what takes a credit note back; none for one that holds. */
  readonly reversedBy?: string;
};

/** A credit note belongs to a refund and is issued anew; the other kinds exist once per order. */
export type DocumentRequest =
  | {
      readonly kind: 'invoice' | 'pro-forma';
      readonly cents: number;
      readonly paidBy?: string;
    }
  | {
      readonly kind: 'credit-note';
      readonly refund: Pick<
        Refund,
        'id' | 'amountCents' | 'taxCents' | 'isTaxAlone' | 'reason' | 'way' | 'sentOn' | 'reference'
      >;
    };

/** Returns the document with the token of its link, which its row has sealed. */
export const openDocumentToken = <Row extends { readonly token: string }>(
  vault: Deps['vault'],
  row: Row,
): Row => ({ ...row, token: vault.open(row.token) });

/** Issues invoices, pro-forma invoices and credit notes, and opens them. */
export class Invoices {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * In `tx`: the document exists, with its content as of now and the next number of its series,
   * which has no gaps; its day, and the year of its number, are the store's. Asking again answers
   * the one that was issued, or the corrected invoice in its place; but for credit notes, of which
   * each call issues one.
   */
  async issueDocument(
    publisher: Publisher,
    tx: Tx,
    order: Purchase,
    request: DocumentRequest,
  ): Promise<OrderDocument> {
    const { kind } = request;
    const existing = await findIssued(tx, order.id, request);
    if (existing) return openDocumentToken(this.#deps.vault, existing);
    const numbered = await takeDocumentNumber(tx, publisher, kind, this.#deps.clock());
    const { number, issuedOn } = numbered;
    const refund = request.kind === 'credit-note' ? request.refund : undefined;
    const invoice = refund && (await findCurrentInvoice(tx, order.id));
    const body = buildInvoiceContent(order, {
      kind,
      number,
      issuedOn,
      cents: request.kind === 'credit-note' ? request.refund.amountCents : request.cents,
      taxCents: refund?.taxCents ?? order.taxCents,
      refund,
      paidBy: request.kind === 'credit-note' ? undefined : request.paidBy,
      invoiceNumber: invoice?.number,
      publisher,
      origin: this.#deps.origin,
    });
    const { token, sealed } = this.#deps.secrets.createToken();
    const refundId = refund?.id ?? null;
    const purchaseId = order.id;
    const row = { ...numbered, kind, purchaseId, refundId, body };
    await insertDocument(tx, { ...row, token: sealed });
    return { kind, number, token };
  }

  /**
   * In `tx`: the newest credit note of a refund is taken back by a document that says the same, has
   * the next number of its series and names it. A refund without a credit note has none to take
   * back.
   */
  async reverseCreditNote(
    publisher: Publisher,
    tx: Tx,
    order: Purchase,
    { refundId, reason }: { readonly refundId: number; readonly reason: string },
  ): Promise<(OrderDocument & { readonly reversedNumber: string }) | undefined> {
    const creditNote = await findCreditNote(tx, refundId);
    if (!creditNote) return undefined;
    const kind = 'credit-note-reversal' as const;
    const numbered = await takeDocumentNumber(tx, publisher, 'credit-note', this.#deps.clock());
    const { number, issuedOn } = numbered;
    const { token, sealed } = this.#deps.secrets.createToken();
    const body: InvoiceContent = {
      ...creditNote.body,
      kind,
      number,
      date: formatDay(issuedOn),
      refersTo: creditNote.number,
      notes: [
        `This document takes credit note ${creditNote.number} back: PayPal did not carry out the ` +
          `refund (${reason}).`,
        ...creditNote.body.notes,
      ],
    };
    const row = { ...numbered, kind, purchaseId: order.id, refundId, body };
    await insertDocument(tx, { ...row, token: sealed });
    return { kind, number, token, reversedNumber: creditNote.number };
  }

  /** The PDF of a document, rendered when first asked for; undefined for an unknown link. */
  async openDocument(
    token: string,
  ): Promise<{ fileKey: string; fileName: string; bytes: number } | undefined> {
    const storedTokens = this.#deps.secrets.listStored(token);
    if (!storedTokens) return undefined;
    const document = await findDocumentByToken(this.#deps.db, storedTokens);
    if (!document) return undefined;
    const fileKey = toPaperKey(token);
    const fileName = `${document.number}.pdf`;
    const existingBytes = await this.#deps.files.getSizeBytes(fileKey);
    if (existingBytes !== undefined) return { fileKey, fileName, bytes: existingBytes };
    const pdf = await this.#deps.documents.renderInvoice(document.body);
    await this.#deps.files.put(fileKey, pdf);
    return { fileKey, fileName, bytes: pdf.length };
  }

  /** The documents of several orders by the order's id, oldest first. */
  async listDocuments(
    purchaseIds: readonly number[],
    db: DatabaseOrTx = this.#deps.db,
  ): Promise<ReadonlyMap<number, OrderDocument[]>> {
    const issued = Map.groupBy(
      await listDocumentsOf(db, purchaseIds),
      ({ purchaseId }) => purchaseId,
    );
    return new Map(
      [...issued].map(([id, documents]) => [
        id,
        markReplaced(documents).map((document) => openDocumentToken(this.#deps.vault, document)),
      ]),
    );
  }
}

async function findIssued(
  tx: Tx,
  purchaseId: number,
  request: DocumentRequest,
): Promise<OrderDocument | undefined> {
  if (request.kind === 'credit-note') return undefined;
  if (request.kind === 'pro-forma') return findProForma(tx, purchaseId);
  const current = await findCurrentInvoice(tx, purchaseId);
  return current && { kind: current.kind, number: current.number, token: current.token };
}
