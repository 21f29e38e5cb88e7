// Made once: a formatter costs more than a thousand of its answers.
const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const numbers = new Intl.NumberFormat('en-US');

/** "1,234.5": at most three decimals. */
export const numeral = (value: number): string => numbers.format(value);

/** "12 Nov 2026" from "2026-11-12" or a full time; always in UTC, so that a page is the same everywhere. */
export function day(date: string): string {
  return days
    .format(new Date(date.length === 10 ? `${date}T00:00:00Z` : date))
    .replace('Sept', 'Sep');
}

/** "Nov 2026": the form of dates on press cards. */
export const month = (date: string): string => day(date).split(' ').slice(1).join(' ');

/** "1 report", "12 reports". */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${numeral(number)} ${number === 1 ? one : many}`;
