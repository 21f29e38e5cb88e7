import { addDays, isDay, startOfDay, type DaySpan } from '#core/kernel/time-zone.model.ts';

/** A day of an address, "2026-11-22"; undefined for another text, and for 30 February. */
export const readDay = (text = ''): string | undefined => (isDay(text) ? text : undefined);

/**
 * Days of an address as instants of the store's zone: from the beginning of the first to before the
 * end of the last.
 */
export function toInstants(
  { from, until }: DaySpan,
  zone: string,
): { readonly from: Date | undefined; readonly before: Date | undefined } {
  return {
    from: from === undefined ? undefined : startOfDay(from, zone),
    before: until === undefined ? undefined : startOfDay(addDays(until, 1), zone),
  };
}

/** The span of days that an address names by `from` and `until`. */
export const readDaySpan = (named: {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}): DaySpan => ({ from: readDay(named.from), until: readDay(named.until) });
