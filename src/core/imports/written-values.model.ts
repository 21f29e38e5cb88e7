/** Prices, counts and days as people write them in sheets. Pure. What may mean two things is undefined. */

/** 3,950 · 3.950,00 · 3 950.50 · 3'950: groups of three, and another sign before the decimals. */
const grouped = /^(\d{1,3})((?:([.,'’\s])\d{3})(?:\3\d{3})*)(?:(?!\3)[.,](\d{1,2}))?$/;
const plain = /^(\d{1,9})(?:[.,](\d{1,2}))?$/;

/** The amount as "3950.50"; a sign or code of `currency` may stand before or behind it. */
export function readWrittenAmount(text: string, currency: string): string | undefined {
  const amount = stripCurrency(text, currency).replace(/[.,][-–—]{1,2}$/, '');
  const [, whole, decimals] = plain.exec(amount) ?? [];
  if (whole !== undefined) return joinAmount(whole, decimals);
  const [, first, groups = '', , cents] = grouped.exec(amount) ?? [];
  if (first === undefined) return undefined;
  const digits = first + groups.replaceAll(/\D/g, '');
  return digits.length > 9 ? undefined : joinAmount(digits, cents);
}

const joinAmount = (whole: string, decimals: string | undefined): string =>
  decimals === undefined ? whole : `${whole}.${decimals}`;

/** "USD", "US$", "$": made once, since a format takes its time and a sheet has many cells. */
const signsByCurrency = new Map<string, readonly string[]>();

function listSigns(currency: string): readonly string[] {
  const known = signsByCurrency.get(currency);
  if (known) return known;
  const signs = (['code', 'symbol', 'narrowSymbol'] as const).map(
    (currencyDisplay) =>
      new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value ?? currency,
  );
  signsByCurrency.set(currency, signs);
  return signs;
}

function stripCurrency(text: string, currency: string): string {
  const signs = listSigns(currency);
  const sign = signs.find((one) => text.startsWith(one) || text.endsWith(one));
  if (sign === undefined) return text;
  return (text.startsWith(sign) ? text.slice(sign.length) : text.slice(0, -sign.length)).trim();
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthName = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`;
const dayFirst = new RegExp(
  String.raw`^(\d{1,2})(?:st|nd|rd|th|\.)?[ -]${monthName}[ ,-]+(\d{4})$`,
);
const monthFirst = new RegExp(String.raw`^${monthName} (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$`);

/**
 * The day as "2026-11-22": of that form, with slashes, 22.11.2026, 22 November 2026, Nov 22, 2026,
 * and with slashes where only one of the numbers can be a month. Undefined for 03/05/2026, which is
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
