import {
  defaultLicence,
  getLicencePrice,
  licenceNames,
  licences,
  summarizeLicence,
  type Licence,
} from '#core/catalogue/licence.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { formatDollars } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { Icon } from '#ui/icon.tsx';
import { PaymentMethods } from '#ui/payment-methods.tsx';
import { ChosenPrice } from './chosen-price.tsx';
import { LicenceTable, licenceTableId } from './licence-table.tsx';

/** The form's id: buttons elsewhere on the page order the licence that is chosen in it. */
export const priceBoxId = 'licence';

/**
 * Licences with their prices: a plain form, whose choice travels to the checkout without script.
 */
export function PriceBox({ report }: { report: Report }) {
  return (
    <>
      <form action="/buy-now" id={priceBoxId} data-offer={report.code} className="price-box">
        <input type="hidden" name="id" value={report.code} />
        <fieldset>
          <legend>Choose a licence</legend>
          {licences.map((licence) => (
            <LicenceOption key={licence} licence={licence} report={report} />
          ))}
        </fieldset>
        <button type="button" popoverTarget={licenceTableId} className="price-box-compare">
          Compare licences
        </button>
        <p className="price-box-data-sheet">
          <span>Excel data sheet alone, on request</span>{' '}
          <span>{formatDollars(report.prices.dataSheet)}</span>
        </p>
        <button className="button price-box-buy">
          {texts.buyNow} <ChosenPrice prices={report.prices} />
        </button>
        <a className="button quiet" href={paths.sample(report.code)}>
          {texts.downloadSample}
        </a>
        <DeliveryLines />
        <PaymentMethods />
        <RequestLinks code={report.code} />
      </form>
      <LicenceTable prices={report.prices} />
    </>
  );
}

function LicenceOption({ licence, report }: { licence: Licence; report: Report }) {
  const { teamSeats } = useSite();
  return (
    <label className="price-box-licence">
      <input type="radio" name="type" value={licence} defaultChecked={licence === defaultLicence} />
      <span className="price-box-name">{licenceNames[licence]}</span>
      <span className="price-box-price">
        {formatDollars(getLicencePrice(report.prices, licence))}
      </span>
      <span className="price-box-sentence">{summarizeLicence(licence, teamSeats)}</span>
    </label>
  );
}

function DeliveryLines() {
  return (
    <ul className="price-box-delivery">
      <li>
        <Icon name="clock" /> PDF and Excel as soon as you have paid
      </li>
      <li>
        <Icon name="document" /> Invoice with your VAT ID by email
      </li>
      <li>
        <Icon name="undo" /> <a href={paths.refundPolicy()}>Refund policy</a>
      </li>
    </ul>
  );
}

function RequestLinks({ code }: { code: string }) {
  const links = [
    [texts.askForDiscount, paths.discount(code)],
    [texts.inquiryBeforeBuy, paths.inquiry(code)],
    [texts.askForCustomization, paths.customization(code)],
  ] as const;
  return (
    <ul className="price-box-requests">
      {links.map(([label, href]) => (
        <li key={href}>
          <a className="link" href={href}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
