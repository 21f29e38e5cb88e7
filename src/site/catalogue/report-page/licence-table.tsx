import { describeDelivery } from '#core/catalogue/goods/delivery-words.model.ts';
import { listFormats } from '#core/catalogue/goods/goods.model.ts';
import type { Report } from '#core/catalogue/model.ts';
import { listOffers, type LicenceTerms } from '#core/catalogue/reports/licence.model.ts';
import { formatPrice } from '#core/kernel/money.model.ts';
import { useSite } from '#site/layout/use-site.ts';
import { Icon } from '#ui/icon.tsx';

export const licenceTableId = 'licence-table';

type Row = readonly [name: string, describe: (terms: LicenceTerms) => string];

/** The licences side by side, on demand: opened by a button with this popover as its target. */
export function LicenceTable({ report }: { report: Report }) {
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
