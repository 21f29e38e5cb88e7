import {
  licenceNames,
  listOffers,
  type Licence,
  type Prices,
} from '#core/catalogue/licence.model.ts';
import { formatPrice } from '#core/kernel/money.model.ts';
import { useSite } from '#site/layout/use-site.ts';
import { Icon } from '#ui/icon.tsx';

export const licenceTableId = 'licence-table';

type Row = readonly [name: string, describe: (licence: Licence) => string];

/** The licences side by side, on demand: opened by a button with this popover as its target. */
export function LicenceTable({ prices }: { prices: Prices }) {
  const { teamSeats } = useSite();
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
            {listOffers(prices).map(({ licence }) => (
              <th key={licence} scope="col">
                {licenceNames[licence]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listRows(teamSeats).map(([name, describe]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {listOffers(prices).map(({ licence }) => (
                <td key={licence}>{describe(licence)}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">Price</th>
            {listOffers(prices).map(({ licence, price }) => (
              <td key={licence}>
                <strong>{formatPrice(price)}</strong>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p>A smaller licence can be upgraded later: you pay only the difference.</p>
    </div>
  );
}

const listRows = (teamSeats: number): Row[] => [
  [
    'Readers',
    (licence) =>
      ({
        'single-user': 'one named person',
        'multiple-user': `up to ${teamSeats} named people of one company`,
        'corporate-user': 'everyone employed by one company',
      })[licence],
  ],
  [
    'Where',
    (licence) =>
      ({
        'single-user': 'at any place',
        'multiple-user': "at any of the company's sites",
        'corporate-user': "at all the company's sites worldwide",
      })[licence],
  ],
  ['Files', () => 'PDF and Excel workbook'],
  [
    'Copies',
    (licence) => (licence === 'single-user' ? 'one, with your name' : 'one for each reader, named'),
  ],
];
