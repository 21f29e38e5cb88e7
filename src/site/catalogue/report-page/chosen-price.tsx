import {
  getLicencePrice,
  licenceNames,
  licences,
  type Prices,
} from '#core/catalogue/licence.model.ts';
import { formatDollars } from '#core/kernel/money.model.ts';

/**
 * The price of the licence that is chosen in the page's price box: all three are there, and the
 * style sheet shows the chosen one, with or without script.
 */
export function ChosenPrice({ prices, hasName = false }: { prices: Prices; hasName?: boolean }) {
  return licences.map((licence) => (
    <span key={licence} className="chosen-price" data-licence={licence}>
      {hasName && <strong>{licenceNames[licence]} </strong>}
      {formatDollars(getLicencePrice(prices, licence))}
    </span>
  ));
}
