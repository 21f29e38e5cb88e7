import { createContext, use } from 'react';

const ZoneContext = createContext<string | undefined>(undefined);

/** Around all that shows days and hours: the store's time zone, an IANA name. */
export const StoreZone = ZoneContext.Provider;

/** The store's time zone. Throws outside of `StoreZone`. */
export function useStoreZone(): string {
  const zone = use(ZoneContext);
  if (zone === undefined) throw new Error('days and hours are shown outside of StoreZone');
  return zone;
}
