/** What pages say of how a report reaches its buyers. Pure, safe in the browser. */
import type { Delivery } from './delivery.model.ts';
import { labelFormats, listFormats, type GoodsKind } from './goods.model.ts';

type Delivered = { readonly delivery: Delivery; readonly formats: readonly GoodsKind[] };

const countDays = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** "PDF and Excel as soon as you have paid"; '' where nothing can be bought. */
export function describeDelivery({ delivery, formats }: Delivered): string {
  if (delivery.kind === 'by-us')
    return `Delivered by us within ${countDays(delivery.days)} after payment`;
  return delivery.kind === 'none' ? '' : `${listFormats(formats)} as soon as you have paid`;
}

/** "PDF / EXCEL", "Delivered within 10 days": as lists say it; '' where nothing can be bought. */
export const labelDelivery = ({ delivery, formats }: Delivered): string =>
  delivery.kind === 'by-us'
    ? `Delivered within ${countDays(delivery.days)}`
    : labelFormats(formats);
