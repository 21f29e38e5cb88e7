/** Days as people write them in sheets. Pure. What may mean two things is undefined. */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`;
const dayFirst = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|\.)?[ -]${monthName}[ ,-]+(\d{4})$`,
);
const monthFirst = new RegExp(String.raw`^${monthName} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$`);

/**
 * The day as "2026-11-22": of that form, with slashes, 22.11.2026, 22 November 2026, Nov 22, 2026,
 * and with slashes if only one of the numbers can be a month. Undefined for 03/05/2026, which is
 * a day in March or in May, and for what is no day.
 */
export function readWrittenDay(text: string): string | undefined {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return toDay(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(text);
  if (dotted) return toDay(dotted[3], dotted[2], dotted[1]);
  const lower = text.toLowerCase().replaceAll(/\s+/g, ' ');
  const named = dayFirst.exec(lower);
  if (named) return toDay(named[3], toMonth(named[2]), named[1]);
  const american = monthFirst.exec(lower);
  if (american) return toDay(american[3], toMonth(american[1]), american[2]);
  const [, one, two, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (Number(one) > 12) return toDay(year, two, one);
  return Number(two) > 12 || one === two ? toDay(year, one, two) : undefined;
}

const toMonth = (name = ''): string => String(months.indexOf(name) + 1);

function toDay(year = '', month = '', day = ''): string | undefined {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${written}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
  return isDay ? written : undefined;
}
