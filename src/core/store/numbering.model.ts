/** Numbers of orders and documents, written as the store's settings say. Pure. */
import { z } from 'zod';

/**
 * How numbers look: `{year}` is the year of issue, `{000000}` the counter with at least as many
 * digits.
 */
const counter = /\{0+\}/g;

/**
 * A number that is unique and fit for file names, addresses and bank statements: letters, digits and
 * hyphens, with one counter, which follows a letter or a hyphen.
 */
const numberFormat = z
  .string()
  .max(40, { abort: true })
  .regex(/^[A-Za-z0-9{}-]+$/, {
    error: 'Use letters, digits and hyphens, {year} and one counter, such as {000000}.',
    abort: true,
  })
  .refine((format) => format.match(counter)?.length === 1, {
    error: 'Give one counter, such as {000000}.',
    abort: true,
  })
  .refine(
    (format) => /^[A-Za-z0-9-]*$/.test(format.replace(counter, '').replace('{year}', '')),
    'Only {year} and the counter, such as {000000}, have braces.',
  )
  .refine(
    (format) => /(^|[A-Za-z-])\{0+\}/.test(format),
    'Put a letter or a hyphen before the counter, so that no two numbers are the same.',
  );

/** Documents are counted anew each year, so that their number has the year. */
const documentFormat = numberFormat.refine((format) => format.includes('{year}'), {
  error: 'Add {year}: documents are counted from 1 again each year.',
});

export const numberingSchema = z
  .strictObject({
    order: numberFormat
      .refine(
        (format) => !format.includes('{year}'),
        'Leave {year} out: orders are not counted by year.',
      )
      .refine((format) => format.endsWith('}'), 'Put the counter of orders last.')
      .default('QI-{000000}'),
    invoice: documentFormat.default('INV-{year}-{000000}'),
    proForma: documentFormat.default('PF-{year}-{000000}'),
    creditNote: documentFormat.default('CN-{year}-{000000}'),
  })
  .refine(
    (formats) =>
      new Set(Object.values(formats).map((format) => format.replace(counter, '{0}'))).size === 4,
    'Give orders and each kind of document a format that differs in more than its digits.',
  );

/** "INV-2026-000042": the counter is never cut, however long it grows. */
export const formatNumber = (format: string, count: number, year?: number): string =>
  format
    .replace('{year}', String(year ?? ''))
    .replace(counter, (digits) => String(count).padStart(digits.length - 2, '0'));
