/** Years of a report written in one go, as people write them. Pure. */
import type { Texts } from './texts.ts';

const period = /^\s*(\d{4})\s*(?:[-–—]|to|until)\s*(\d{4})\b(.*)$/i;

/**
 * The texts with "2019–2025, forecast 2032, base year 2024", written into the first of the fields,
 * spread over the four that they belong to; undefined if it says nothing of the kind.
 */
export function spreadPeriod({ periodFrom: text = '' }: Texts): Texts | undefined {
  const [, periodFrom, periodTo, rest = ''] = period.exec(text) ?? [];
  if (periodFrom === undefined || periodTo === undefined) return undefined;
  const [, forecastTo] = /forecast\D*(?:\d{4}\s*(?:[-–—]|to|until)\s*)?(\d{4})/i.exec(rest) ?? [];
  const [, baseYear] = /base\D*(\d{4})/i.exec(rest) ?? [];
  return {
    periodFrom,
    periodTo,
    ...(forecastTo === undefined ? {} : { forecastTo }),
    ...(baseYear === undefined ? {} : { baseYear }),
  };
}
