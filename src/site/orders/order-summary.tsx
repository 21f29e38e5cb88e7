import { labelDelivery, describeDays } from '#core/catalogue/goods/delivery-words.model.ts';
import type { ReactNode } from 'react';
import { formatMoney } from '#core/kernel/money.model.ts';
import { describePromise } from '#core/orders/delivery/promise.model.ts';
import type { Offer, Quote } from '#core/orders/checkout/offer.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { listTaxLines, type TaxLine } from '#core/orders/tax.model.ts';
import { formatCount } from '#ui/format.ts';
import { Icon, type IconName } from '#ui/icon.tsx';

/** "Lithium Market" of "Lithium Market: World Supply, Prices and Producers". */
export const shortenTitle = (title: string): string => title.split(':')[0] ?? title;

type SummaryProps = { readonly offer: Offer; readonly quote: Quote };

/** The report and its price, beside the checkout's form on a wide screen. */
export function OrderSummary({ offer, quote }: SummaryProps) {
  const { salesEmail } = useSite();
  return (
    <aside className="checkout-aside" aria-labelledby="summary">
      <h2 id="summary" className="text-[20px]">
        Order summary
      </h2>
      <SummaryLines offer={offer} quote={quote} />
      <Reassurances deliveryDays={offer.deliveryDays} />
      <p className="mt-5 border-t border-rule pt-4 text-[13.5px]">
        Questions before you pay?{' '}
        <a className="link" href={`mailto:${salesEmail}`}>
          {salesEmail}
        </a>
      </p>
    </aside>
  );
}

/** The summary of a phone: folded, with the price in sight. */
export function FoldedSummary({ offer, quote }: SummaryProps) {
  const { report, licenceTerms, currency } = offer;
  return (
    <details className="checkout-folded">
      <summary>
        <span className="min-w-0">
          <strong>Order summary</strong>
          <span className="flex text-[13.5px] text-muted">
            <span className="truncate">{shortenTitle(report.title)}</span>
            <span className="shrink-0">, {licenceTerms.name}</span>
          </span>
        </span>
        <span className="price" data-total="">
          {formatMoney(quote.totalCents, currency)}
        </span>
        <Icon name="down" />
      </summary>
      <div className="px-5 pb-5">
        <SummaryLines offer={offer} quote={quote} />
      </div>
    </details>
  );
}

function OrderedReport({ report, delivery }: Pick<Offer, 'report' | 'delivery'>) {
  return (
    <div className="mt-3 flex gap-4">
      <img
        className="h-fit object-contain shadow-md"
        src={
          report.coverPicture
            ? paths.coverPicture(report.code, report.coverPicture)
            : paths.cover(report.code)
        }
        width="72"
        height="96"
        alt=""
      />
      <div className="min-w-0">
        <p className="text-[13.5px] text-muted">{report.industry}</p>
        <p className="mt-0.5 font-serif text-[17px] font-semibold leading-snug">{report.title}</p>
        <p className="mt-2 text-[13.5px] text-muted">
          {[
            report.code,
            ...(report.pages === undefined ? [] : [formatCount(report.pages, 'page')]),
            labelDelivery({ delivery, formats: report.formats }),
          ].join(' · ')}
        </p>
      </div>
    </div>
  );
}

function SummaryLines({ offer, quote }: SummaryProps) {
  const { report, licenceTerms, priceCents, currency, deliveryDays } = offer;
  return (
    <>
      <OrderedReport report={report} delivery={offer.delivery} />
      <dl className="figures mt-5 border-t-2 border-ink">
        <div className="grid grid-cols-[1fr_auto] gap-x-4 border-b border-rule py-3">
          <dt className="font-semibold">{licenceTerms.name} licence</dt>
          <dd>{formatMoney(priceCents, currency)}</dd>
          <dd className="col-span-2 text-[13.5px] text-muted">
            {licenceTerms.rights}{' '}
            <a className="link" href={paths.report(report.slug)}>
              Change licence
            </a>
            {licenceTerms.seats === null && (
              <span className="mt-2 block">
                Please order with your company email address: colleagues at the same domain can then
                claim their own copies.
              </span>
            )}
          </dd>
          {deliveryDays !== null && (
            <dd className="col-span-2 text-[14px]">
              We deliver it {describePromise(offer)}, if you pay today.
            </dd>
          )}
        </div>
      </dl>
      <TaxLines lines={listTaxLines(quote, currency)} />
      <p className="mt-2 text-[14px] empty:hidden" data-tax-note="" aria-live="polite">
        {quote.note}
      </p>
      <dl className="figures">
        <div className="flex items-baseline justify-between border-b border-rule py-3">
          <dt className="text-[17px] font-semibold">
            Total <span className="text-[13px] text-muted">{currency}</span>
          </dt>
          <dd className="font-serif text-[27px] font-semibold leading-tight" data-total="">
            {formatMoney(quote.totalCents, currency)}
          </dd>
        </div>
      </dl>
    </>
  );
}

/** The promises to a buyer; on a phone they stand below the button. */
export function Reassurances({ deliveryDays }: Pick<Offer, 'deliveryDays'>) {
  return (
    <ul className="mt-5 grid gap-4">
      {deliveryDays === null ? (
        <Reassurance icon="clock" title="Files within seconds">
          On the next page and by email, once paid.
        </Reassurance>
      ) : (
        <Reassurance icon="clock" title={`Delivered ${describeDays(deliveryDays)}`}>
          By email and on your order page, counted from your payment.
        </Reassurance>
      )}
      <Reassurance icon="document" title="Invoice included">
        PDF with your company and VAT ID.
      </Reassurance>
      {useSite().hasRefundPolicy && (
        <Reassurance icon="undo" title="Refunds">
          When and how, on one page:{' '}
          <a className="link" href={paths.refundPolicy()}>
            Refund policy
          </a>
        </Reassurance>
      )}
    </ul>
  );
}

function Reassurance({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[16px_1fr] gap-x-3 text-[14.5px]">
      <span className="pt-1 text-good">
        <Icon name={icon} />
      </span>
      <span>
        <strong className="font-semibold">{title}</strong>
        <span className="block text-muted">{children}</span>
      </span>
    </li>
  );
}

/** The rows between the item and the total; filled anew when the buyer changes the country. */
function TaxLines({ lines }: { lines: readonly TaxLine[] }) {
  return (
    <dl className="figures" data-tax-lines="">
      {lines.map(({ label, amount }) => (
        <div
          key={label}
          className="flex justify-between gap-4 border-b border-rule py-2 text-[15px]"
        >
          <dt className="text-muted">{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
