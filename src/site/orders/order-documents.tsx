import type { ReactNode } from 'react';
import type { OrderView } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { Icon } from '#ui/icon.tsx';

export const documentNames = {
  invoice: 'Invoice',
  'corrected-invoice': 'Corrected invoice',
  'pro-forma': 'Pro-forma invoice',
  'credit-note': 'Credit note',
  'credit-note-reversal': 'Credit note reversal',
} as const;

/** The order's invoices, its licence certificate and the terms that were accepted. */
export function OrderDocuments({ order }: { order: OrderView }) {
  if (order.documents.length === 0 && !order.certificateToken && !order.termsHash) return null;
  return (
    <section className="mt-9" aria-labelledby="documents">
      <h2 id="documents" className="text-[20px]">
        Documents
      </h2>
      <ul className="mt-2">
        {order.documents.map(({ kind, number, token, ...document }) => (
          <DocumentRow key={number} href={paths.document(token)} note={describeStanding(document)}>
            {documentNames[kind]} {number}
          </DocumentRow>
        ))}
        {order.certificateToken && (
          <DocumentRow href={paths.verifyCertificate(order.certificateToken)} note="Page and PDF">
            Licence certificate
          </DocumentRow>
        )}
        {order.termsHash && (
          <DocumentRow href={paths.acceptedTerms(order.termsHash)} note="As accepted">
            Terms you accepted
          </DocumentRow>
        )}
      </ul>
    </section>
  );
}

function describeStanding({ replacedBy, reversedBy }: Partial<OrderView['documents'][number]>) {
  if (replacedBy !== undefined) return `Replaced by ${replacedBy}`;
  return reversedBy === undefined ? 'PDF' : `Taken back by ${reversedBy}`;
}

function DocumentRow({
  href,
  note,
  children,
}: {
  href: string;
  note: string;
  children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-2.5 border-b border-rule py-2">
      <Icon name="document" />
      <a className="link py-0.5 text-[15px]" href={href}>
        {children}
      </a>
      <span className="ml-auto text-[13.5px] text-muted">{note}</span>
    </li>
  );
}
