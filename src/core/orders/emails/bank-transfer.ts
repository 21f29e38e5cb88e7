import { greet } from '#core/kernel/email-layout.ts';
import type { Email } from '#core/deps.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import type { BankAccount } from '#core/store/model.ts';
import type { OrderDocument } from '../documents/invoices.ts';
import { getTransferDueDate } from '../model.ts';
import {
  documentUrl,
  formatPrice,
  orderRows,
  renderOrderEmail,
  taxRows,
  type OrderEmailContext,
} from './order-email.ts';

type TransferRequest = OrderEmailContext & {
  readonly proForma: OrderDocument;
  readonly bank: BankAccount;
};

/** To a buyer who pays by bank transfer: the amount, the account and the reference. */
export function transferEmail(request: TransferRequest): Email {
  const { order, origin, proForma, bank } = request;
  return renderOrderEmail(request, {
    whenMailboxIsFull: 'hold',
    dedupeKey: `transfer-${order.number}`,
    subject: `Your order ${order.number}: how to pay`,
    opening: [
      greet(order.name),
      'Thank you for your order. Please transfer the total to the account below and give the ' +
        'reference. We will email you the download links and the invoice when the payment arrives.',
    ],
    actions: [
      {
        label: `Pro-forma invoice ${proForma.number} (PDF)`,
        url: documentUrl(proForma, origin),
      },
    ],
    rows: [
      ...orderRows(order),
      ...taxRows(order),
      ['Total', formatPrice(order)],
      ['Account holder', bank.holder],
      ['IBAN', bank.iban],
      ['BIC', bank.bic],
      ['Reference', order.number],
      ['Please transfer by', formatDay(getTransferDueDate(order.placedAt))],
    ],
  });
}

/** To the buyer of an order that staff cancelled while it waited for a bank transfer. */
export const transferCancelledEmail = (context: OrderEmailContext): Email =>
  renderOrderEmail(context, {
    whenMailboxIsFull: 'send',
    dedupeKey: `closed-${context.order.number}`,
    subject: `Your order ${context.order.number} was cancelled`,
    opening: [
      greet(context.order.name),
      'Your order was cancelled because it was not paid. You owe nothing, and the pro-forma ' +
        'invoice is void. If you have already sent the transfer, we will deliver your report ' +
        'when it arrives.',
    ],
    rows: orderRows(context.order),
  });
