import { createContext, use } from 'react';
import { formatHourIn, toDay } from '#core/kernel/time-zone.model.ts';
import { formatDate } from './format.ts';

const ZoneContext = createContext<string | undefined>(undefined);

/** Around all that shows days and hours: the store's time zone, an IANA name. */
export const StoreZone = ZoneContext.Provider;

/** The store's time zone. Throws outside of `StoreZone`. */
export function useStoreZone(): string {
  const zone = use(ZoneContext);
  if (zone === undefined) throw new Error('days and hours are shown outside of StoreZone');
  return zone;
}

/** Shows the store's day at an instant, which may be an ISO text: "21 Nov 2026". */
export function useDateFormat(): (at: Date | string) => string {
  const zone = useStoreZone();
  return (at) => formatDate(toDay(new Date(at), zone));
}

/** The same with the hour: "21 Nov 2026, 14:05 UTC+5:30". */
export function useTimeFormat(): (at: Date | string) => string {
  const zone = useStoreZone();
  const formatDay = useDateFormat();
  return (at) => `${formatDay(at)}, ${formatHourIn(new Date(at), zone)}`;
}
