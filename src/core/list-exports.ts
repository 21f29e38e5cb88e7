import type { DaySpan } from './kernel/time-zone.model.ts';
import type { Deps } from './deps.ts';
import { Export } from './kernel/exports.ts';
import type { Catalogue } from './catalogue/index.ts';
import type { LongWork } from './kernel/long-work.ts';
import type { Leads } from './leads/index.ts';
import type { Orders } from './orders/index.ts';
import type { Staff } from './staff/index.ts';

type ExportModules = {
  readonly longWork: LongWork;
  readonly catalogue: Catalogue;
  readonly orders: Orders;
  readonly leads: Leads;
  readonly staff: Staff;
};
type OrderFilter = Parameters<Orders['staff']['lists']['exportOrders']>[1];
type EnquiryFilter = Parameters<Leads['inbox']['sheet']['exportEnquiries']>[1];
type SubscriberFilter = Parameters<Leads['subscribers']['exportCsv']>[1];
type WordFilter = Parameters<Catalogue['search']['words']['exportCsv']>[1];
type AuditFilter = Parameters<Staff['auditLog']['exportCsv']>[1];

/** Lists that can be taken away as files, each by its own verb. */
export class ListExports {
  readonly orders: Export<OrderFilter>;
  readonly ledger: Export<DaySpan>;
  readonly enquiries: Export<EnquiryFilter>;
  readonly subscribers: Export<SubscriberFilter>;
  readonly searchWords: Export<WordFilter>;
  readonly audit: Export<AuditFilter>;

  constructor(deps: Pick<Deps, 'clock' | 'sleep'>, modules: ExportModules) {
    const { longWork, catalogue, orders, leads, staff } = modules;
    this.orders = new Export(deps, longWork, 'orders', {
      verb: 'order.export',
      title: 'Export orders',
      open: (actor, filter: OrderFilter) => orders.staff.lists.exportOrders(actor, filter),
    });
    this.ledger = new Export(deps, longWork, 'ledger', {
      verb: 'order.export',
      title: 'Export invoices and credit notes',
      open: (actor, span: DaySpan) => orders.ledger.exportRows(actor, span),
    });
    this.enquiries = new Export(deps, longWork, 'enquiries', {
      verb: 'enquiry.export',
      title: 'Export enquiries',
      open: (actor, filter: EnquiryFilter) => leads.inbox.sheet.exportEnquiries(actor, filter),
    });
    this.subscribers = new Export(deps, longWork, 'subscribers', {
      verb: 'subscriber.export',
      title: 'Export subscribers',
      open: (actor, filter: SubscriberFilter) => leads.subscribers.exportCsv(actor, filter),
    });
    this.searchWords = new Export(deps, longWork, 'search-words', {
      verb: 'synonym.edit',
      title: 'Export search words',
      open: (actor, filter: WordFilter) => catalogue.search.words.exportCsv(actor, filter),
    });
    this.audit = new Export(deps, longWork, 'audit', {
      verb: 'audit.read',
      title: 'Export the audit log',
      open: (actor, filter: AuditFilter) => staff.auditLog.exportCsv(actor, filter),
    });
  }
}
