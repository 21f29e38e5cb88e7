import { hasAccess, type OrderState } from '../order-states.model.ts';
import type { Customer } from '#core/accounts/model.ts';
import type { Licence } from '#core/catalogue/reports/licence.model.ts';
import { listActiveBuyerGrants } from '../delivery/download-grant.store.ts';
import { toOrderFiles, type OrderFile } from '../delivery/download-grants.ts';
import { readPromise, type DeliveryPromise } from '../delivery/promise.model.ts';
import { openCertificateToken } from '../licences/certificate.ts';
import type { OrderDeps } from '../deps.ts';
import { Invoices, type OrderDocument } from '../documents/invoices.ts';
import { listCustomerOrders } from './library.store.ts';

/** An order in its customer's library; without files where it gives no access to them. */
export type LibraryOrder = {
  readonly number: string;
  readonly state: OrderState;
  /** ISO time. */
  readonly placedAt: string;
  readonly reportTitle: string;
  readonly reportCode: string;
  readonly licence: Licence;
  readonly rights: string;
  readonly priceCents: number;
  readonly currency: string;
  /** Refunded so far. */
  readonly refundedCents: number;
  readonly documents: readonly OrderDocument[];
  readonly certificateToken: string | null;
  readonly files: readonly OrderFile[];
  /** When we deliver it; undefined once its files are there, and while nothing is promised. */
  readonly promise: DeliveryPromise | undefined;
};

/** A customer's orders, in their account. */
export class Library {
  readonly #deps: OrderDeps;
  readonly #invoices: Invoices;

  constructor(deps: OrderDeps, parts: { readonly invoices: Invoices }) {
    this.#deps = deps;
    this.#invoices = parts.invoices;
  }

  /** The customer's orders that got beyond the checkout form, newest first; at most 500. */
  async listLibraryOrders(customer: Customer): Promise<LibraryOrder[]> {
    const { db, vault, clock } = this.#deps;
    const orders = await listCustomerOrders(db, customer);
    const orderIds = orders.map(({ id }) => id);
    const grants = await listActiveBuyerGrants(db, orderIds);
    const documents = await this.#invoices.listDocuments(orderIds);
    return orders.map((order) => {
      const own = grants.filter(({ purchaseId }) => purchaseId === order.id);
      const files = hasAccess(order.state) ? toOrderFiles(vault, own, clock()) : [];
      return {
        number: order.number,
        state: order.state,
        placedAt: order.placedAt.toISOString(),
        reportTitle: order.reportTitle,
        reportCode: order.reportCode,
        licence: order.licence,
        rights: order.rights,
        priceCents: order.priceCents,
        currency: order.currency,
        refundedCents: order.refundedCents,
        documents: documents.get(order.id) ?? [],
        certificateToken: openCertificateToken(vault, order),
        files,
        promise: files.length > 0 ? undefined : readPromise(order),
      };
    });
  }
}
