import type { Email } from '#core/deps.ts';
import { wordEmail } from '#core/kernel/email-layout.ts';
import type { OrderDocument } from '../documents/invoices.ts';
import { documentUrl, orderRows, renderOrderEmail, type OrderEmailContext } from './order-email.ts';

type SentDocument = OrderEmailContext & {
  readonly document: OrderDocument;
  readonly dedupeKey: string;
};

const titles = {
  invoice: 'Invoice',
  'corrected-invoice': 'Corrected invoice',
  'pro-forma': 'Pro-forma invoice',
  'credit-note': 'Credit note',
  'credit-note-reversal': 'Credit note reversal',
} as const;

/** To a buyer who asked staff for a document of their order. */
export function documentEmail(context: SentDocument): Email {
  const { order, origin, document, dedupeKey } = context;
  const title = `${titles[document.kind]} ${document.number}`;
  return renderOrderEmail(context, {
    whenMailboxIsFull: 'send',
    dedupeKey,
    ...wordEmail(context.publisher, 'order.document', order.name, {
      order: order.number,
      document: title,
    }),
    actions: [{ label: `${title} (PDF)`, url: documentUrl(document, origin) }],
    rows: orderRows(order),
  });
}
