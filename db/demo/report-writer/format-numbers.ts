/** Numbers and units in the wording of the reports. */
import type { Growth } from '#core/catalogue/figures/statistics.ts';

/** With at most so many digits behind the point. A format is costly to make, so each is kept. */
const makeFormat = (maximumFractionDigits: number) =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits });
const whole = makeFormat(0);
const tenths = makeFormat(1);
const hundredths = makeFormat(2);

function formatThreeDigits(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return whole.format(value);
  return (size >= 10 ? tenths : hundredths).format(value);
}

/** 843,352,000 as "843 million": three significant digits and the scale in words. */
function formatScaled(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e12) return `${formatThreeDigits(value / 1e12)} trillion`;
  if (size >= 1e9) return `${formatThreeDigits(value / 1e9)} billion`;
  if (size >= 1e6) return `${formatThreeDigits(value / 1e6)} million`;
  return formatThreeDigits(value);
}

const scaleFactors: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6 };

/** A value and its unit within a sentence: "843 million tonnes", "USD 423 per tonne". */
export function formatAmount(value: number, unit: string): string {
  if (unit === 'USD million') return `USD ${formatScaled(value * 1e6)}`;
  if (unit === 'current USD') return `USD ${formatScaled(value)}`;
  if (unit === 'million 2017 dollars') return `${formatScaled(value * 1e6)} dollars of 2017`;
  if (unit === '2017 = 100') return `${formatThreeDigits(value)} (2017 = 100)`;
  if (unit.startsWith('USD per')) return `USD ${formatThreeDigits(value)} ${unit.slice(4)}`;
  if (unit.startsWith('US cents')) return `${formatThreeDigits(value)} ${unit}`;
  if (unit.startsWith('%')) return `${formatThreeDigits(value)} ${unit}`;
  const [, scale = '', rest] = /^(thousand|million) (.*)$/.exec(unit) ?? ['', '', unit];
  const amount = formatScaled(value * (scaleFactors[scale] ?? 1));
  return `${amount} ${amount === '1' ? toSingular(rest) : rest}`;
}

/** "tonnes per hectare" as "tonne per hectare". */
const toSingular = (unit: string): string =>
  unit.replace(/^\w+ies\b/, (word) => `${word.slice(0, -3)}y`).replace(/^(\w+[^s\W])s\b/, '$1');

/** 0.0241 as "2.4 %", without the sign. */
export function formatPercent(share: number): string {
  const size = Math.abs(share);
  return `${(size < 0.1 ? tenths : whole).format(size * 100)}\u00a0%`;
}

/** A share of a whole: one that is not the whole is not rounded to 100 %. */
export const formatShareOf = (value: number, total: number): string =>
  value < total && value / total >= 0.995
    ? `more than ${formatPercent(0.99)}`
    : formatPercent(value / total);

/** 0.0241 as "+2.4 % a year", for tables. */
export const formatYearlyRate = (rate: number): string => `${formatSignedPercent(rate)} a year`;

/** A yearly rate is one of several years: from one year to the next it is the change, "+2.4 %". */
export const formatGrowth = ({ fromYear, toYear, annualRate }: Growth): string =>
  toYear - fromYear === 1 ? formatSignedPercent(annualRate) : formatYearlyRate(annualRate);

/** 0.0241 as "+2.4 %"; a share that rounds to nothing has no sign. */
function formatSignedPercent(share: number): string {
  const percent = formatPercent(share);
  if (percent.startsWith('0\u00a0')) return percent;
  return `${share < 0 ? '−' : '+'}${percent}`;
}

/** One of the variants; the same key and slot always choose the same. */
export function chooseVariant<T>(key: string, slot: string, variants: readonly [T, ...T[]]): T {
  let hash = 2166136261;
  for (const character of `${slot} ${key}`)
    hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  return variants[(hash >>> 0) % variants.length] ?? variants[0];
}

/** A whole number from 0 to below `limit`; the same key and slot always give the same. */
export const hashToNumber = (key: string, slot: string, limit: number): number => {
  let hash = 5381;
  for (const character of `${key} ${slot}`)
    hash = (Math.imul(hash, 33) + character.charCodeAt(0)) >>> 0;
  return hash % limit;
};

/** "A, B and C". */
export const joinWithAnd = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
