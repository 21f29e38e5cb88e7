/** Pages' words on how a report reaches its buyers. Pure, safe in the browser. */
import type { Delivery } from './delivery.model.ts';
import { labelFormats, listFormats, type GoodsKind } from './goods.model.ts';

type Delivered = { readonly delivery: Delivery; readonly formats: readonly GoodsKind[] };

/** "within 5 days", as pages, offers, orders and emails say it. */
export const describeDays = (days: number): string =>
  days === 1 ? 'within 1 day' : `within ${days} days`;

/** "PDF and Excel as soon as you have paid"; '' if nothing can be bought. */
export function describeDelivery({ delivery, formats }: Delivered): string {
  if (delivery.kind === 'by-us')
    return `Delivered by us ${describeDays(delivery.days)} after payment`;
  return delivery.kind === 'none' ? '' : `${listFormats(formats)} as soon as you have paid`;
}

/** "PDF / EXCEL", "Delivered within 10 days": as lists say it; '' if nothing can be bought. */
export const labelDelivery = ({ delivery, formats }: Delivered): string =>
  delivery.kind === 'by-us' ? `Delivered ${describeDays(delivery.days)}` : labelFormats(formats);
