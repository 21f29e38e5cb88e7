/** Figures as a reader says them. */

const formatThreeDigits = (value: number): string => {
  const size = Math.abs(value);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: 0, maximumFractionDigits: digits });
};

/** 843,352 and "thousand" as "843 million": three significant places with the word that fits. */
function formatScaled(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e12) return `${formatThreeDigits(value / 1e12)} trillion`;
  if (size >= 1e9) return `${formatThreeDigits(value / 1e9)} billion`;
  if (size >= 1e6) return `${formatThreeDigits(value / 1e6)} million`;
  return formatThreeDigits(value);
}

/**
 * A value with its unit, as it stands in a sentence: "843 million tonnes", "USD 12.1 billion", "USD
 * 423 per tonne".
 */
export function formatAmount(value: number, unit: string): string {
  if (unit === 'USD million') return `USD ${formatScaled(value * 1e6)}`;
  if (unit === 'current USD') return `USD ${formatScaled(value)}`;
  if (unit === 'million 2017 dollars') return `${formatScaled(value * 1e6)} dollars of 2017`;
  if (unit === '2017 = 100') return `${formatThreeDigits(value)} (2017 = 100)`;
  if (unit.startsWith('USD per')) return `USD ${formatThreeDigits(value)} ${unit.slice(4)}`;
  if (unit.startsWith('US cents')) return `${formatThreeDigits(value)} ${unit}`;
  if (unit.startsWith('%')) return `${formatThreeDigits(value)} ${unit}`;
  const [, scale, rest] = /^(thousand|million) (.*)$/.exec(unit) ?? [undefined, undefined, unit];
  const factor = scale === 'million' ? 1e6 : scale === 'thousand' ? 1e3 : 1;
  return `${formatScaled(value * factor)} ${rest}`;
}

/** 0.0241 as "2.4 %". */
export const formatPercent = (share: number): string =>
  `${(Math.abs(share) * 100).toLocaleString('en-US', { maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0 })}\u00a0%`;

/** The signed form for tables: "+2.4 % a year". */
export const formatYearlyRate = (rate: number): string =>
  `${rate < 0 ? '−' : '+'}${formatPercent(rate)} a year`;

/** A stable choice: the same key and slot always choose the same. */
export function chooseVariant<T>(key: string, slot: string, from: readonly [T, ...T[]]): T {
  let hash = 2166136261;
  for (const letter of `${slot} ${key}`) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  return from[(hash >>> 0) % from.length] ?? from[0];
}

/** A stable whole number below `below`. */
export const hashToNumber = (key: string, slot: string, limit: number): number => {
  let hash = 5381;
  for (const letter of `${key} ${slot}`) hash = (Math.imul(hash, 33) + letter.charCodeAt(0)) >>> 0;
  return hash % limit;
};

export const joinWithAnd = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
