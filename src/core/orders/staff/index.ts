import type { OrderDeps } from '../deps.ts';
import { CorrectInvoices } from './correct-invoice.ts';
import { IssueDocuments } from './issue-document.ts';
import { LostPayments } from './lost-payment.ts';
import { NeedsAttention } from './needs-attention.ts';
import { OrderDetails } from './order-details.ts';
import { OrderLists } from './order-lists.ts';
import { PromisedDeliveries } from './promised-deliveries.ts';
import { ResendEmails } from './resend-email.ts';
import { OrderRevenue } from './revenue.ts';
import { SyncOrders } from './sync-order.ts';

/**
 * What staff read of orders, and do with them beside what the other parts offer: refunds,
 * transfers, addresses and links. Each verb takes the actor first and checks their role.
 */
export function createStaffOrders(deps: OrderDeps) {
  const lists = new OrderLists(deps);
  const attention = new NeedsAttention(deps);
  const lostPayments = new LostPayments(deps);
  const details = new OrderDetails(deps);
  const revenue = new OrderRevenue(deps);
  const sync = new SyncOrders(deps);
  const emails = new ResendEmails(deps);
  const documents = new IssueDocuments(deps);
  const corrections = new CorrectInvoices(deps);
  const promised = new PromisedDeliveries(deps);
  return {
    listOrders: lists.listOrders.bind(lists),
    exportOrders: lists.exportOrders.bind(lists),
    listNeedsAttention: attention.listNeedsAttention.bind(attention),
    settleFailedRefunds: attention.settleFailedRefunds.bind(attention),
    settleSecondPayment: attention.settleSecondPayment.bind(attention),
    recreateOrder: lostPayments.recreateOrder.bind(lostPayments),
    refundLostPayment: lostPayments.refundLostPayment.bind(lostPayments),
    settleDifference: lostPayments.settleDifference.bind(lostPayments),
    getOrder: details.getOrder.bind(details),
    getRevenue: revenue.getRevenue.bind(revenue),
    getReportSales: revenue.getReportSales.bind(revenue),
    listBestReports: revenue.listBestReports.bind(revenue),
    syncOrder: sync.syncOrder.bind(sync),
    reconcileTransactions: sync.reconcileTransactions.bind(sync),
    resendEmail: emails.resendEmail.bind(emails),
    getInvoice: corrections.getInvoice.bind(corrections),
    correctInvoice: corrections.correctInvoice.bind(corrections),
    addOrderFile: promised.addFile.bind(promised),
    removeOrderFile: promised.removeFile.bind(promised),
    deliverOrder: promised.deliver.bind(promised),
    issueDocument: documents.issueDocument.bind(documents),
  };
}
