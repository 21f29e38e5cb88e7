const dayMs = 86_400_000;

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
  /** The first day, as lists take it: "2026-11-22". */
  readonly fromDay: string;
};

/** The period in the address, up to now; three months where it names none that we know. */
export function readHomePeriod(requestUrl: string, now: Date): HomePeriod {
  const wanted = Number(new URL(requestUrl).searchParams.get('weeks'));
  const [weeks] = homePeriods.find(([length]) => length === wanted) ?? homePeriods[1];
  const today = Math.floor(now.getTime() / dayMs);
  const from = new Date((today - weeks * 7 + 1) * dayMs);
  return { weeks, from, until: now, fromDay: from.toISOString().slice(0, 10) };
}
