// Made once: a formatter costs more than a thousand of its answers.
const dateFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const numberFormat = new Intl.NumberFormat('en-US');

/** "1,234.5": at most three decimals. */
export const formatNumber = (value: number): string => numberFormat.format(value);

/** "12 Nov 2026" from "2026-11-12" or a full time; always in UTC, so that a page is the same everywhere. */
export function formatDate(date: string): string {
  return dateFormat
    .format(new Date(date.length === 10 ? `${date}T00:00:00Z` : date))
    .replace('Sept', 'Sep');
}

/** "Nov 2026": the form of dates on press cards. */
export const formatMonth = (date: string): string => formatDate(date).split(' ').slice(1).join(' ');

/** "1 report", "12 reports". */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`;
