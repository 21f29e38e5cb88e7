import { listOffers, type Prices } from '#core/catalogue/reports/licence.model.ts';
import { formatPrice } from '#core/kernel/money.model.ts';
import { useSite } from '#site/layout/use-site.ts';

/**
 * The price of the licence that is chosen in the page's price box: all are there, and the
 * style sheet shows the chosen one, with or without script.
 */
export function ChosenPrice({ prices, hasName = false }: { prices: Prices; hasName?: boolean }) {
  const { licences, currency } = useSite();
  return listOffers(prices, licences).map(({ terms: { id, name }, price }, index) => (
    <span key={id} className="chosen-price" data-licence={id} data-place={index + 1}>
      {hasName && <strong>{name} </strong>}
      {formatPrice(price, currency)}
    </span>
  ));
}
