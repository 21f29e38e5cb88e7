import type { Email, Tx } from '#core/deps.ts';
import type { Letterhead } from '#core/kernel/email-layout.ts';
import type { OrderDeps } from '../deps.ts';
import type { Invoices } from '../documents/invoices.ts';
import { receiptEmail } from '../emails/receipt.ts';
import { renewedLinksEmail } from '../emails/downloads.ts';
import { openCertificateToken } from '../licences/certificate.ts';
import { getPurchase, type Purchase } from '../purchase.store.ts';
import type { DownloadGrants } from './download-grants.ts';

type Request = {
  readonly letterhead: Letterhead;
  /** Two emails with the same key are the same email; the order's one receipt where missing. */
  readonly dedupeKey?: string;
};

/** Builds what a buyer gets once the order is paid: the receipt, and its download links again. */
export class Receipts {
  readonly #deps: OrderDeps;
  readonly #downloadGrants: DownloadGrants;
  readonly #invoices: Invoices;

  constructor(
    deps: OrderDeps,
    parts: { readonly downloadGrants: DownloadGrants; readonly invoices: Invoices },
  ) {
    this.#deps = deps;
    this.#downloadGrants = parts.downloadGrants;
    this.#invoices = parts.invoices;
  }

  /** The receipt with its download links; of an order that waits for us, with the promise instead. */
  async buildReceipt(tx: Tx, order: Purchase, { letterhead, dedupeKey }: Request): Promise<Email> {
    const baseOrder = order.upgradeOf === null ? undefined : await getPurchase(tx, order.upgradeOf);
    const documents = await this.#invoices.listDocuments([order.id], tx);
    return receiptEmail({
      order: { ...order, certificateToken: openCertificateToken(this.#deps.vault, order) },
      links: await this.#downloadGrants.listDownloadLinks(order.id, null, tx),
      documents: documents.get(order.id) ?? [],
      publisher: letterhead,
      origin: this.#deps.origin,
      baseOrderNumber: baseOrder?.number,
      ...(dedupeKey === undefined ? {} : { dedupeKey }),
    });
  }

  /** New download links; of an order that waits for us, its receipt with the promise. */
  async buildRenewedLinks(tx: Tx, order: Purchase, request: Required<Request>): Promise<Email> {
    const links = await this.#downloadGrants.listDownloadLinks(order.id, null, tx);
    if (links.length === 0) return this.buildReceipt(tx, order, request);
    return renewedLinksEmail({
      order,
      links,
      publisher: request.letterhead,
      origin: this.#deps.origin,
      dedupeKey: request.dedupeKey,
    });
  }
}
