import type { OrderView } from '#core/orders/index.ts';
import { paths } from '#src/paths.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export const documentNames = {
  invoice: 'Invoice',
  'pro-forma': 'Pro-forma invoice',
  'credit-note': 'Credit note',
} as const;

/** Links to the order's invoices, its licence certificate and the terms that were accepted. */
export function OrderDocumentLinks({ order }: { order: OrderView }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-6">
      {order.documents.map(({ kind, number, token }) => (
        <li key={number}>
          <a className="link inline-block py-1" href={paths.document(token)}>
            {documentNames[kind]} {number}
          </a>
        </li>
      ))}
      {order.certificateToken && (
        <li>
          <a
            className="link inline-block py-1"
            href={paths.verifyCertificate(order.certificateToken)}
          >
            Licence certificate
          </a>
        </li>
      )}
      {order.termsHash && (
        <li>
          <a className="link inline-block py-1" href={paths.acceptedTerms(order.termsHash)}>
            Terms you accepted
          </a>
        </li>
      )}
    </ul>
  );
}

/** The documents of a paid order, and a button that renews its downloads. */
export function OrderDocuments({ order }: { order: OrderView }) {
  return (
    <section className="mt-8" aria-labelledby="papers">
      <h2 id="papers" className="text-[22px]">
        Documents
      </h2>
      <OrderDocumentLinks order={order} />
      <form method="post" className="mt-2">
        <input type="hidden" name="what" value="renew" />
        <SubmitButton busyLabel="Renewing…" className="link py-1">
          Renew download links
        </SubmitButton>
      </form>
    </section>
  );
}
