import type { ReactNode } from 'react';
import { formatMoney } from '#core/kernel/money.model.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import type { StaffOrder } from '#core/orders/staff/order-details.model.ts';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { DefinitionList } from '#admin/frame/blocks.tsx';
import { Time } from '#admin/frame/times.tsx';
import { reportPaths } from '#admin/catalogue/report-paths.ts';
import { hrefOfOrder } from './order-links.ts';
import { methodWords } from './order-words.ts';

type Row = readonly [name: string, value: ReactNode];

/** Rows that have a value. */
const present = (rows: readonly Row[]): Row[] => rows.filter(([, value]) => Boolean(value));

/** What was bought, by whom, and what was paid. */
export function OrderFacts({ order }: { readonly order: StaffOrder }) {
  return (
    <>
      <AdminSection title="Buyer">
        <DefinitionList rows={listBuyer(order)} />
      </AdminSection>
      <AdminSection title="Bought">
        <DefinitionList rows={listBought(order)} />
      </AdminSection>
      <AdminSection title="Payment">
        <DefinitionList rows={listPayment(order)} />
      </AdminSection>
    </>
  );
}

const kindWords = { company: 'A company', person: 'A person' };

function listBuyer(order: StaffOrder) {
  const { buyer, buyerKind, contact, country, vatNumberStatus, vatConsultation } = order;
  return present([
    ['Bought as', kindWords[buyerKind]],
    ['Name', buyer.name],
    ['Company', buyer.companyName],
    ['Email', buyer.email],
    ['Phone', contact?.mobileNo],
    ['Position', contact?.jobTitle],
    ['Address', contact?.address.join(', ')],
    ['Country', country],
    ['Tax number', contact?.taxId],
    ['Checked', [vatNumberStatus, vatConsultation].filter(Boolean).join(' ')],
  ]);
}

const linkOrder = (number: string): ReactNode => <a href={hrefOfOrder(number)}>{number}</a>;

const listBought = (order: StaffOrder): Row[] =>
  present([
    [
      'Report',
      <a key="report" href={reportPaths.ofCode(order.reportCode)}>
        {order.reportTitle} ({order.reportCode})
      </a>,
    ],
    ['Edition', String(order.editionNumber)],
    ['Licence', order.licenceName],
    ['Rights', order.rights],
    ['Terms', order.termsTitle],
    ['Agreed to', order.withdrawalWaiver],
    ['Upgrade of', order.upgradeOf && linkOrder(order.upgradeOf)],
    [
      'Upgraded by',
      order.upgrades.length > 0 &&
        order.upgrades.map((number) => <span key={number}>{linkOrder(number)} </span>),
    ],
  ]);

function listPayment(order: StaffOrder): Row[] {
  const { currency, taxCents, taxName, refundedCents, paidAt, fulfilledAt } = order;
  return present([
    ['Total', formatMoney(order.priceCents, currency)],
    [taxName || 'Tax', taxCents > 0 && `${formatMoney(taxCents, currency)}, in the total`],
    ['Refunded', refundedCents > 0 && formatMoney(refundedCents, currency)],
    ['Method', methodWords[order.paymentMethod]],
    ['Placed', <Time key="placed" at={order.placedAt} />],
    ['Paid', paidAt && <Time key="paid" at={paidAt} />],
    ['To deliver by', order.dueOn && formatDay(order.dueOn)],
    ['Delivered', fulfilledAt && <Time key="delivered" at={fulfilledAt} />],
    ...order.providerIds.flatMap(({ providerOrderId, captureId }, index): Row[] => {
      const which = index === 0 ? '' : `, payment ${index + 1}`;
      return [
        [`At PayPal${which}`, providerOrderId],
        [`Capture${which}`, captureId],
      ];
    }),
  ]);
}
