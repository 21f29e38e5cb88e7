import { addDays, startOfDay, toDay } from '#core/kernel/time-zone.model.ts';

/** Lengths of the home page's period, in weeks, with their names. */
export const homePeriods = [
  [4, 'Four weeks'],
  [13, 'Three months'],
  [26, 'Six months'],
  [52, 'A year'],
] as const;

export type HomePeriod = {
  readonly weeks: number;
  readonly from: Date;
  readonly until: Date;
  /** The first day of the store and the present one, as lists take them: "2026-11-22". */
  readonly fromDay: string;
  readonly today: string;
};

/**
 * The period in the address, by days of the store's zone, up to now; three months if it names
 * none that we know.
 */
export function readHomePeriod(requestUrl: string, now: Date, zone: string): HomePeriod {
  const wanted = Number(new URL(requestUrl).searchParams.get('weeks'));
  const [weeks] = homePeriods.find(([length]) => length === wanted) ?? homePeriods[1];
  const today = toDay(now, zone);
  const fromDay = addDays(today, 1 - weeks * 7);
  return { weeks, from: startOfDay(fromDay, zone), until: now, fromDay, today };
}
