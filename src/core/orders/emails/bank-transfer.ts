import { wordEmail } from '#core/kernel/email-layout.ts';
import type { Email } from '#core/deps.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import type { BankAccount } from '#core/store/model.ts';
import { describeDays } from '#core/catalogue/goods/delivery-words.model.ts';
import type { OrderDocument } from '../documents/invoices.ts';
import { getTransferDueDay } from '../model.ts';
import {
  documentUrl,
  formatPrice,
  orderPageUrl,
  orderRows,
  renderOrderEmail,
  taxRows,
  type EmailedOrder,
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
    ...wordEmail(request.publisher, 'order.transfer', order.name, {
      order: order.number,
      delivery: describeDelivery(order),
    }),
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
      [
        'Please transfer by',
        formatDay(getTransferDueDay(order.placedAt, request.publisher.timeZone)),
      ],
      ['Order page', { text: 'Pay by card instead', url: orderPageUrl(request) }],
    ],
  });
}

/** The document that comes when the money is there. */
const describeDelivery = ({ deliveryDays }: EmailedOrder): string =>
  deliveryDays === null
    ? 'We will email you the download links and the invoice when the payment arrives.'
    : 'We will email you the invoice when the payment arrives, and deliver your report ' +
      `${describeDays(deliveryDays)} of that day.`;

/** To the buyer of an order that staff cancelled while it waited for a bank transfer. */
export const transferCancelledEmail = (context: OrderEmailContext): Email =>
  renderOrderEmail(context, {
    whenMailboxIsFull: 'send',
    dedupeKey: `closed-${context.order.number}`,
    ...wordEmail(context.publisher, 'order.cancelled', context.order.name, {
      order: context.order.number,
    }),
    rows: orderRows(context.order),
  });
