import { dollars } from '../kernel/cents.ts';
import { setLetter } from '../kernel/letter.ts';
import type { Letter } from '../world.ts';
import type { Purchase } from './store.ts';

/** The letter that brings the files: what was bought, the links, what the licence allows. */
export const receipt = (order: Purchase, links: readonly { label: string; url: string }[], publisher: string, origin: string): Letter =>
  setLetter({
    to: order.email, publisher, origin, occasion: `receipt-${String(order.number)}`,
    subject: `Your report ${order.reportCode}, order ${String(order.number)}`,
    opening: [`Thank you for your order, ${order.name}. Your report is ready to download.`],
    actions: links.map(({ label, url }) => ({ label: `Download: ${label}`, url })),
    rows: [
      ['Order', String(order.number)],
      ['Report', `${order.reportTitle} (${order.reportCode})`],
      ['Licence', order.rights],
      ['Paid', `${dollars(order.priceCents)} ${order.currency}`],
    ],
    closing: ['The links are yours: they work for 30 days and five downloads of each file. If one of them should not, answer this letter with the order number and we renew it.'],
  });
