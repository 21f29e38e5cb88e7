import { wordEmail } from '#core/kernel/email-layout.ts';
import type { Email } from '#core/deps.ts';
import {
  downloadActions,
  linkTermsText,
  orderRows,
  renderOrderEmail,
  type FileLink,
  type OrderEmailContext,
} from './order-email.ts';

type RenewedLinks = OrderEmailContext & {
  readonly links: readonly FileLink[];
  /** Two emails with the same key are the same email. */
  readonly dedupeKey: string;
};

/** To the buyer: download links that replace all earlier ones. */
export function renewedLinksEmail(renewed: RenewedLinks): Email {
  const { order, origin, links, dedupeKey } = renewed;
  return renderOrderEmail(renewed, {
    dedupeKey,
    whenMailboxIsFull: 'send',
    ...wordEmail(renewed.publisher, 'order.links', order.name, { order: order.number }),
    actions: downloadActions(links),
    rows: orderRows(order),
    closing: [linkTermsText(origin)],
  });
}

/** The buyer, or a colleague with a seat. */
export type Reader = {
  /** Null for the buyer. */
  readonly seatId: number | null;
  readonly name: string;
  readonly email: string;
};

type Delivered = OrderEmailContext & {
  readonly reader: Reader;
  readonly links: readonly FileLink[];
};

/** To a reader of a report that was promised: it is there. */
export function deliveredEmail(delivered: Delivered): Email {
  const { order, origin, reader, links } = delivered;
  const readerKey = reader.seatId === null ? '' : `-${reader.seatId}`;
  return renderOrderEmail(delivered, {
    to: reader.email,
    whenMailboxIsFull: 'send',
    dedupeKey: `delivered-${order.number}${readerKey}`,
    ...wordEmail(delivered.publisher, 'order.delivered', reader.name, {
      order: order.number,
      report: order.reportCode,
    }),
    actions: downloadActions(links),
    rows: orderRows(order),
    closing: [linkTermsText(origin)],
  });
}

type NewEdition = OrderEmailContext & {
  readonly reader: Reader;
  readonly edition: number;
  /** The correction, as staff described it. */
  readonly reason: string;
  readonly links: readonly FileLink[];
};

/** Staff write the reason with or without its full stop. */
const endSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** To a reader of an earlier edition: the report was corrected. */
export function newEditionEmail(newEdition: NewEdition): Email {
  const { order, origin, reader, edition, reason, links } = newEdition;
  const readerKey = reader.seatId === null ? '' : `-${reader.seatId}`;
  return renderOrderEmail(newEdition, {
    to: reader.email,
    whenMailboxIsFull: 'send',
    dedupeKey: `edition-${order.number}-${edition}${readerKey}`,
    ...wordEmail(newEdition.publisher, 'order.edition', reader.name, {
      edition,
      reason: endSentence(reason),
      report: order.reportCode,
    }),
    actions: downloadActions(links),
    rows: orderRows(order),
    closing: [linkTermsText(origin)],
  });
}
