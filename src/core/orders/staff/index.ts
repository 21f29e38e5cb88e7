import type { OrderDeps } from '../deps.ts';
import { CorrectInvoices } from './correct-invoice.ts';
import { IssueDocuments } from './issue-document.ts';
import { LostPayments } from './lost-payment.ts';
import { NeedsAttention } from './needs-attention.ts';
import { OrderDetails } from './order-details.ts';
import { OrderLists } from './order-lists.ts';
import type { PromisedDeliveries } from './promised-deliveries.ts';
import { ResendEmails } from './resend-email.ts';
import { OrderRevenue } from './revenue.ts';
import { SyncOrders } from './sync-order.ts';

/**
 * Everything that staff read of orders, and do with them beside what the other parts offer: refunds,
 * transfers, addresses and links. Each verb takes the actor first and checks their role.
 */
type StaffParts = ConstructorParameters<typeof LostPayments>[1] &
  ConstructorParameters<typeof SyncOrders>[1] &
  ConstructorParameters<typeof IssueDocuments>[1] &
  ConstructorParameters<typeof CorrectInvoices>[1] &
  ConstructorParameters<typeof OrderDetails>[1];

export class StaffOrders {
  readonly lists: OrderLists;
  readonly details: OrderDetails;
  readonly attention: NeedsAttention;
  readonly lostPayments: LostPayments;
  readonly revenue: OrderRevenue;
  readonly sync: SyncOrders;
  readonly emails: ResendEmails;
  readonly documents: IssueDocuments;
  readonly corrections: CorrectInvoices;
  /** Orders that we deliver ourselves, days after the payment. */
  readonly promised: PromisedDeliveries;

  constructor(deps: OrderDeps, parts: StaffParts) {
    this.lists = new OrderLists(deps);
    this.details = new OrderDetails(deps, parts);
    this.attention = new NeedsAttention(deps);
    this.lostPayments = new LostPayments(deps, parts);
    this.revenue = new OrderRevenue(deps);
    this.sync = new SyncOrders(deps, parts);
    this.emails = new ResendEmails(deps);
    this.documents = new IssueDocuments(deps, parts);
    this.corrections = new CorrectInvoices(deps, parts);
    this.promised = parts.promisedDeliveries;
  }
}
