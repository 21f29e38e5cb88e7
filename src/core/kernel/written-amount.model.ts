/** Amounts as people write them in forms and sheets. Pure. What may mean two things is refused. */
import { parseAmount, type Cents } from './money.model.ts';

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

/**
 * The same in the smallest unit, for what is typed into a form; NaN for what is no amount of the
 * currency. "1.250" is none: who types it may mean 1,250 or have missed a digit.
 */
export function readAmount(text: string, currency: string): Cents {
  const typed = text.trim();
  const amount = /^\d{1,3}\.\d{3}$/.test(typed) ? undefined : readWrittenAmount(typed, currency);
  return amount === undefined ? Number.NaN : parseAmount(amount, currency);
}
