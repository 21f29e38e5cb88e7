/** How dates are shown to people. Pure, safe in the browser. */

// Made once: a formatter costs more than formatting a thousand values.
const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "21 Nov 2026", in UTC. */
export const formatDay = (date: Date): string => dateFormat.format(date).replace('Sept', 'Sep');

/** "21 Nov 2026, 10:31 UTC". */
export const formatMinute = (date: Date): string =>
  `${formatDay(date)}, ${date.toISOString().slice(11, 16)} UTC`;
