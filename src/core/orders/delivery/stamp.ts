import { getBuyer } from '../buyer.model.ts';
import { formatDay } from '#core/kernel/date.model.ts';
import type { Purchase } from '../purchase.store.ts';
import { getPaidDay } from '../paid-day.model.ts';
import type { Stamp } from './stamp.model.ts';

/** The stamp of a copy; `readerName` is the buyer's, or that of the colleague with the seat. */
export const buildStamp = (order: Purchase, readerName: string): Stamp => ({
  buyer: readerName,
  company: getBuyer(order).company,
  licence: order.licenceName,
  order: order.number,
  date: formatDay(getPaidDay(order)),
});
