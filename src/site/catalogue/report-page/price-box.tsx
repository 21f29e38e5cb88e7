import { describeDelivery } from '#core/catalogue/goods/delivery-words.model.ts';
import {
  findDefaultLicence,
  listOffers,
  type LicenceOffer,
  type LicenceTerms,
} from '#core/catalogue/reports/licence.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import type { Price } from '#core/catalogue/reports/report-input.model.ts';
import { formatPrice } from '#core/kernel/money.model.ts';
import { paths } from '#src/paths.ts';
import { useSite } from '#site/layout/use-site.ts';
import { texts } from '#site/texts.ts';
import { Icon } from '#ui/icon.tsx';
import { PaymentMethods } from '#ui/payment-methods.tsx';
import { ChosenPrice } from './chosen-price.tsx';
import { listFormats } from '#core/catalogue/goods/goods.model.ts';

/** The form's id: buttons elsewhere on the page order the licence that is chosen in it. */
export const priceBoxId = 'licence';

/**
 * Licences with their prices: a plain form, whose choice travels to the checkout without script.
 */
export function PriceBox({ report }: { report: Report }) {
  const { licences, currency, taxNote } = useSite();
  const { prices } = report;
  const offers = listOffers(prices, licences);
  const chosen = findDefaultLicence(prices, licences);
  return (
    <>
      <form action="/buy-now" id={priceBoxId} data-offer={report.code} className="price-box">
        <input type="hidden" name="id" value={report.code} />
        {offers.length === 0 && (
          <p className="mb-4">
            <strong>Not for sale at the moment.</strong> Ask us for it, or for something like it.
          </p>
        )}
        <fieldset hidden={offers.length === 0}>
          <legend>Choose a licence</legend>
          {offers.map((offer, index) => (
            <LicenceOption
              key={offer.terms.id}
              offer={offer}
              place={index + 1}
              isChosen={offer.terms.id === chosen}
              currency={currency}
            />
          ))}
        </fieldset>
        {offers.length > 1 && (
          <button type="button" popoverTarget={licenceTableId} className="price-box-compare">
            Compare licences
          </button>
        )}
        {taxNote && chosen && <p className="price-box-data-sheet">All prices {taxNote}</p>}
        <DataSheetPrice price={prices.dataSheet} />
        {chosen ? (
          <button className="button price-box-buy">
            {texts.buyNow} <ChosenPrice prices={prices} />
          </button>
        ) : (
          <a className="button price-box-buy" href={paths.inquiry(report.code)}>
            {texts.inquiryBeforeBuy}
          </a>
        )}
        <a className="button quiet" href={paths.sample(report.code)}>
          {texts.downloadSample}
        </a>
        {chosen && <DeliveryLines report={report} />}
        {chosen && <PaymentMethods />}
        <RequestLinks
          code={report.code}
          isForSale={offers.length > 0}
          isBuyable={Boolean(chosen)}
        />
      </form>
      <LicenceTable report={report} />
    </>
  );
}

function DataSheetPrice({ price }: { price: Price | undefined }) {
  const { currency, texts: own } = useSite();
  if (price === undefined) return null;
  return (
    <p className="price-box-data-sheet">
      <span>{own['report.dataSheet']} alone, on request</span>{' '}
      <span>{typeof price === 'number' && formatPrice(price, currency)}</span>
    </p>
  );
}

/** A licence whose price is on request is shown, and can't be chosen. */
function LicenceOption({
  offer: { terms, price },
  place,
  isChosen,
  currency,
}: {
  offer: LicenceOffer;
  /** Among the offers, from 1: the style sheet shows the price of the chosen one by it. */
  place: number;
  isChosen: boolean;
  currency: string;
}) {
  return (
    <label className="price-box-licence">
      <input
        type="radio"
        name="type"
        value={terms.id}
        data-place={place}
        defaultChecked={isChosen}
        disabled={price === 'on-request'}
      />
      <span className="price-box-name">{terms.name}</span>
      <span className="price-box-price">{formatPrice(price, currency)}</span>
      <span className="price-box-sentence">{terms.summary ?? terms.rights}</span>
    </label>
  );
}

function DeliveryLines({ report }: { report: Report }) {
  return (
    <ul className="price-box-delivery">
      <li>
        <Icon name="clock" /> {describeDelivery(report)}
      </li>
      <li>
        <Icon name="document" /> Invoice with your VAT ID by email
      </li>
      {useSite().hasRefundPolicy && (
        <li>
          <Icon name="undo" /> <a href={paths.refundPolicy()}>Refund policy</a>
        </li>
      )}
    </ul>
  );
}

/** No discount on what has no price, and no enquiry if the button above is one. */
function RequestLinks({
  code,
  isForSale,
  isBuyable,
}: {
  code: string;
  isForSale: boolean;
  isBuyable: boolean;
}) {
  const links = [
    ...(isForSale ? [[texts.askForDiscount, paths.discount(code)] as const] : []),
    ...(isBuyable ? [[texts.inquiryBeforeBuy, paths.inquiry(code)] as const] : []),
    [texts.askForCustomization, paths.customization(code)] as const,
  ];
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

const licenceTableId = 'licence-table';

type Row = readonly [name: string, describe: (terms: LicenceTerms) => string];

/** The licences side by side, on demand: opened by a button with this popover as its target. */
function LicenceTable({ report }: { report: Report }) {
  const { prices } = report;
  const { licences, currency } = useSite();
  return (
    <div id={licenceTableId} popover="auto" className="licence-table">
      <div className="licence-table-head">
        <h2>Licences compared</h2>
        <button
          type="button"
          popoverTarget={licenceTableId}
          popoverTargetAction="hide"
          aria-label="Close"
        >
          <Icon name="close" />
        </button>
      </div>
      <table>
        <thead>
          <tr>
            <td />
            {listOffers(prices, licences).map(({ terms: { id, name } }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listRows(report).map(([name, describe]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {listOffers(prices, licences).map(({ terms }) => (
                <td key={terms.id}>{describe(terms)}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Price</th>
            {listOffers(prices, licences).map(({ terms: { id }, price }) => (
              <td key={id}>
                <strong>{formatPrice(price, currency)}</strong>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p>A smaller licence can be upgraded later: you pay only the difference.</p>
    </div>
  );
}

const listRows = (report: Report): readonly Row[] => [
  ['Rights', ({ rights, summary }) => summary ?? rights],
  report.delivery.kind === 'by-us'
    ? ['Delivery', () => describeDelivery(report)]
    : ['Files', () => listFormats(report.formats)],
  ['Copies', ({ seats }) => (seats === 1 ? 'one, with your name' : 'one for each reader, named')],
  [
    'Later editions',
    ({ includesNewEditions: isIncluded }) => (isIncluded ? 'included' : 'not included'),
  ],
];
