import { licenceNames, listOffers, type Prices } from '#core/catalogue/licence.model.ts';
import { formatPrice } from '#core/kernel/money.model.ts';

/**
 * The price of the licence that is chosen in the page's price box: all three are there, and the
 * style sheet shows the chosen one, with or without script.
 */
export function ChosenPrice({ prices, hasName = false }: { prices: Prices; hasName?: boolean }) {
  return listOffers(prices).map(({ licence, price }) => (
    <span key={licence} className="chosen-price" data-licence={licence}>
      {hasName && <strong>{licenceNames[licence]} </strong>}
      {formatPrice(price)}
    </span>
  ));
}
