import { formatDay } from '#core/kernel/date.model.ts';

export { formatCount, formatNumber } from '#core/kernel/count-words.model.ts';

/** A line doesn't end within a date. */
const unbroken = '\u00a0';

/** "21 Nov 2026" of "2026-11-21". Throws RangeError for an instant: `useDateFormat` knows its day. */
export const formatDate = (day: string): string => formatDay(day).replaceAll(' ', unbroken);

/** "Nov 2026" of "2026-11-21": dates on press cards. */
export const formatMonth = (day: string): string =>
  formatDate(day).split(unbroken).slice(1).join(unbroken);

/** "Twelve reports" of "twelve reports". */
export const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** "240 KB", "2.4 MB": a kilobyte is 1,000 bytes. */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "November 2026" of "2026-11". */
export const formatMonthName = (month: string): string =>
  monthFormat.format(new Date(`${month}-01T00:00:00Z`));
