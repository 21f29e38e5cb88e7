import type { OrderDeps } from '../deps.ts';
import { licenceNames } from '#core/catalogue/licence.model.ts';
import type { Tx } from '#core/deps.ts';
import type { Publisher } from '../deps.ts';
import { getTransferDueDate } from '../model.ts';
import type { InvoiceContent, DocumentKind } from './invoice.model.ts';
import type { Purchase } from '../purchase.store.ts';

const numberPrefixes: Readonly<Record<DocumentKind, string>> = {
  invoice: 'INV',
  'pro-forma': 'PF',
  'credit-note': 'CN',
};

export type OrderDocument = {
  readonly kind: DocumentKind;
  readonly number: string;
  readonly token: string;
};

/** The next number of a series: locked until the transaction ends, so that a number exists exactly if its paper does. */
async function takeNextNumber(
  tx: Tx,
  kind: DocumentKind,
  year: number,
): Promise<{ sequence: number; number: string }> {
  const { lastSequence: last } = await tx
    .insertInto('orderDocumentSeries')
    .values({ kind, year, lastSequence: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'year'])
        .doUpdateSet((eb) => ({ lastSequence: eb('orderDocumentSeries.lastSequence', '+', 1) })),
    )
    .returning('lastSequence')
    .executeTakeFirstOrThrow();
  return {
    sequence: last,
    number: `${numberPrefixes[kind]}-${year}-${String(last).padStart(6, '0')}`,
  };
}

type DocumentRequest = {
  readonly kind: DocumentKind;
  readonly cents: number;
  readonly refundId?: number;
  readonly reason?: string;
  readonly paidBy?: string;
};

export class Invoices {
  readonly #deps: OrderDeps;

  constructor(deps: OrderDeps) {
    this.#deps = deps;
  }

  /** The paper exists in `tx`, numbered without a gap, with everything on it frozen. An order has one invoice and one pro-forma; asking again answers it. */
  async issueDocument(
    site: Publisher,
    tx: Tx,
    order: Purchase,
    { kind, cents, refundId, reason, paidBy }: DocumentRequest,
  ): Promise<OrderDocument> {
    const known =
      kind === 'credit-note'
        ? await tx
            .selectFrom('orderDocument')
            .select(['kind', 'number', 'token'])
            .where('refundId', '=', refundId ?? 0)
            .executeTakeFirst()
        : await tx
            .selectFrom('orderDocument')
            .select(['kind', 'number', 'token'])
            .where('purchaseId', '=', order.id)
            .where('kind', '=', kind)
            .executeTakeFirst();
    if (known) return { ...known, kind };
    const now = this.#deps.clock();
    const date = now.toISOString().slice(0, 10);
    const { sequence, number } = await takeNextNumber(tx, kind, now.getUTCFullYear());
    const invoice =
      kind === 'credit-note'
        ? await tx
            .selectFrom('orderDocument')
            .select('number')
            .where('purchaseId', '=', order.id)
            .where('kind', '=', 'invoice')
            .executeTakeFirst()
        : undefined;
    const licence = licenceNames[order.licence];
    const itemText = `${order.reportTitle} (${order.reportCode}), ${licence} licence`;
    const content: InvoiceContent = {
      kind,
      number,
      date,
      order: order.number,
      ...(invoice ? { refersTo: invoice.number } : {}),
      publisher: {
        name: site.siteName,
        address: site.address,
        email: site.salesEmail,
        website: this.#deps.origin,
        taxId: site.taxId,
      },
      buyer: {
        name: order.name,
        company: order.companyName,
        address: [order.address, `${order.zip} ${order.city}, ${order.region}`, order.country],
        taxId: order.taxId ?? undefined,
        email: order.email,
      },
      lines: [
        {
          text:
            kind === 'credit-note'
              ? `Refund: ${itemText}${reason ? `. ${reason}` : ''}`
              : order.upgradeOf
                ? `Upgrade: ${itemText}`
                : itemText,
          amount: cents,
        },
      ],
      currency: order.currency,
      total: cents,
      paid: paidBy ? { on: date, by: paidBy } : undefined,
      ...(kind === 'pro-forma' ? { bank: { ...site.bank, reference: order.number } } : {}),
      notes:
        kind === 'pro-forma'
          ? [
              `This is not an invoice for tax. The invoice follows when the transfer has arrived; the files are ready then. Please transfer by ${getTransferDueDate(order.placedAt).toISOString().slice(0, 10)}.`,
            ]
          : [
              'Delivered electronically. Business buyers outside our country account for the tax where their law says so (reverse charge).',
            ],
    };
    const token = this.#deps.generateSecret();
    await tx
      .insertInto('orderDocument')
      .values({
        kind,
        year: now.getUTCFullYear(),
        sequence,
        number,
        purchaseId: order.id,
        refundId: refundId ?? null,
        body: content,
        token,
        issuedAt: now,
      })
      .execute();
    return { kind, number, token };
  }

  /** The PDF of a paper, by the secret in its link; printed on first need. Undefined for a link that is not ours. */
  async openDocument(
    token: string,
  ): Promise<{ fileKey: string; fileName: string; bytes: number } | undefined> {
    if (!/^[0-9a-f]{32}$/.test(token)) return undefined;
    const row = await this.#deps.db
      .selectFrom('orderDocument')
      .select(['number', 'body'])
      .where('token', '=', token)
      .executeTakeFirst();
    if (!row) return undefined;
    // By its secret: numbers may be given again where an older database was put back.
    const fileKey = `papers/${token}.pdf`;
    const known = await this.#deps.files.getSizeBytes(fileKey);
    if (known !== undefined) return { fileKey, fileName: `${row.number}.pdf`, bytes: known };
    const bytes = await this.#deps.documents.renderInvoice(row.body);
    await this.#deps.files.put(fileKey, bytes);
    return { fileKey, fileName: `${row.number}.pdf`, bytes: bytes.length };
  }

  /** The papers of orders, oldest first, for those who may see them. */
  async listDocuments(
    purchaseIds: readonly number[],
  ): Promise<ReadonlyMap<number, OrderDocument[]>> {
    const rows =
      purchaseIds.length === 0
        ? []
        : await this.#deps.db
            .selectFrom('orderDocument')
            .select(['purchaseId', 'kind', 'number', 'token'])
            .where('purchaseId', 'in', [...purchaseIds])
            .orderBy('id')
            .execute();
    const all = new Map<number, OrderDocument[]>();
    for (const { purchaseId, kind, number, token } of rows)
      all.set(purchaseId, [...(all.get(purchaseId) ?? []), { kind, number, token }]);
    return all;
  }
}
