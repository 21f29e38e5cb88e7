/** Numbers in sentences. Pure, safe in the browser. */

// Made once: a formatter costs more than formatting a thousand values.
const numberFormat = new Intl.NumberFormat('en-US');

/** "1,234.5": at most three decimals. */
export const formatNumber = (value: number): string => numberFormat.format(value);

/** "1 report", "12 reports". */
export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatNumber(count)} ${count === 1 ? singular : plural}`;
