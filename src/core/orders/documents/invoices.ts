import type { Deps, Tx } from '#core/deps.ts';
import { createLinkToken, listStoredTokens } from '#core/kernel/link-secrets.ts';
import { hashSecret } from '#core/kernel/secrets.ts';
import type { Publisher } from '#core/store/model.ts';
import { formatNumber } from '#core/store/numbering.model.ts';
import type { OrderDeps } from '../deps.ts';
import type { Purchase } from '../purchase.store.ts';
import {
  findCreditNote,
  findCurrentInvoice,
  findProForma,
  findDocumentByToken,
  insertDocument,
  listDocumentsOf,
  takeNextSequence,
} from './document.store.ts';
import type { Refund } from '../refunds/refund.store.ts';
import { buildInvoiceContent } from './invoice-content.ts';
import { markReplaced, type DocumentKind } from './invoice.model.ts';

/** A document as pages and emails link to it. */
export type OrderDocument = {
  readonly kind: DocumentKind;
  readonly number: string;
  /** The secret in its link. */
  readonly token: string;
  /** The number of the corrected invoice that holds in its place; none for one that holds. */
  readonly replacedBy?: string;
};

/** A credit note belongs to a refund; the other kinds exist once per order. */
export type DocumentRequest =
  | {
      readonly kind: 'invoice' | 'pro-forma';
      readonly cents: number;
      readonly paidBy?: string;
    }
  | {
      readonly kind: 'credit-note';
      readonly refund: Pick<Refund, 'id' | 'amountCents' | 'taxCents' | 'isTaxAlone' | 'reason'>;
    };

/** The document with the token of its link, which its row has sealed. */
export const openDocumentToken = <Row extends { readonly token: string }>(
  { vault }: Pick<Deps, 'vault'>,
  row: Row,
): Row => ({ ...row, token: vault.open(row.token) });

/**
 * Where a document's PDF is kept. Named by its secret, which the name does not give away: after an
 * older database is restored, a number may be issued again.
 */
const getDocumentFileKey = (token: string): string =>
  `papers/${hashSecret(token).slice(0, 32)}.pdf`;

/** The settings that number each kind. */
const numberingKeys = {
  invoice: 'invoice',
  'pro-forma': 'proForma',
  'credit-note': 'creditNote',
} as const satisfies Readonly<Record<DocumentRequest['kind'], string>>;

/** Issues invoices, pro-forma invoices and credit notes, and opens them. */
export class Invoices {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /**
   * In `tx`: the document exists, with its content as of now and the next number of its series,
   * which has no gaps. Asking again answers the one that was issued, or the corrected invoice in
   * its place.
   */
  async issueDocument(
    publisher: Publisher,
    tx: Tx,
    order: Purchase,
    request: DocumentRequest,
  ): Promise<OrderDocument> {
    const { kind } = request;
    const existing = await findIssued(tx, order.id, request);
    if (existing) return openDocumentToken(this.#deps, existing);
    const issuedAt = this.#deps.clock();
    const year = issuedAt.getUTCFullYear();
    const sequence = await takeNextSequence(tx, kind, year);
    const number = formatNumber(publisher.numbering[numberingKeys[kind]], sequence, year);
    const refund = request.kind === 'credit-note' ? request.refund : undefined;
    const invoice = refund && (await findCurrentInvoice(tx, order.id));
    const body = buildInvoiceContent(order, {
      kind,
      number,
      issuedAt,
      cents: request.kind === 'credit-note' ? request.refund.amountCents : request.cents,
      taxCents: refund?.taxCents ?? order.taxCents,
      refund,
      paidBy: request.kind === 'credit-note' ? undefined : request.paidBy,
      invoiceNumber: invoice?.number,
      publisher,
      origin: this.#deps.origin,
    });
    const { token, sealed } = createLinkToken(this.#deps);
    const refundId = refund?.id ?? null;
    const purchaseId = order.id;
    const row = { kind, year, sequence, number, purchaseId, refundId, body, issuedAt };
    await insertDocument(tx, { ...row, token: sealed });
    return { kind, number, token };
  }

  /** The PDF of a document, rendered when first asked for; undefined for an unknown link. */
  async openDocument(
    token: string,
  ): Promise<{ fileKey: string; fileName: string; bytes: number } | undefined> {
    const storedTokens = listStoredTokens(this.#deps.vault, token);
    if (!storedTokens) return undefined;
    const document = await findDocumentByToken(this.#deps.db, storedTokens);
    if (!document) return undefined;
    const fileKey = getDocumentFileKey(token);
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
  ): Promise<ReadonlyMap<number, OrderDocument[]>> {
    const documents = new Map<number, OrderDocument[]>();
    for (const { purchaseId, ...document } of await listDocumentsOf(this.#deps.db, purchaseIds))
      documents.set(purchaseId, [
        ...(documents.get(purchaseId) ?? []),
        openDocumentToken(this.#deps, document),
      ]);
    for (const [id, ofOrder] of documents) documents.set(id, markReplaced(ofOrder));
    return documents;
  }
}

async function findIssued(
  tx: Tx,
  purchaseId: number,
  request: DocumentRequest,
): Promise<OrderDocument | undefined> {
  if (request.kind === 'credit-note') return findCreditNote(tx, request.refund.id);
  if (request.kind === 'pro-forma') return findProForma(tx, purchaseId);
  const current = await findCurrentInvoice(tx, purchaseId);
  return current && { kind: current.kind, number: current.number, token: current.token };
}
