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
  .max(40)
  .regex(
    /^[A-Za-z0-9{}-]+$/,
    'use letters, digits and hyphens, {year} and one counter like {000000}',
  )
  .refine((format) => format.match(counter)?.length === 1, 'it needs one counter like {000000}')
  .refine(
    (format) => /^[A-Za-z0-9-]*$/.test(format.replace(counter, '').replace('{year}', '')),
    'it has braces around something else than {year} and a counter like {000000}',
  )
  .refine(
    (format) => /(^|[A-Za-z-])\{0+\}/.test(format),
    'the counter follows a letter or a hyphen, so that no two numbers are the same',
  );

/** Documents are counted anew each year, so that their number has the year. */
const documentFormat = numberFormat.refine(
  (format) => format.includes('{year}'),
  'it needs {year}, because documents are counted anew each year',
);

export const numberingSchema = z
  .strictObject({
    order: numberFormat
      .refine((format) => !format.includes('{year}'), 'orders are counted on, without {year}')
      .refine((format) => format.endsWith('}'), 'the counter of orders comes last')
      .default('QI-{000000}'),
    invoice: documentFormat.default('INV-{year}-{000000}'),
    proForma: documentFormat.default('PF-{year}-{000000}'),
    creditNote: documentFormat.default('CN-{year}-{000000}'),
  })
  .refine(
    (formats) =>
      new Set(Object.values(formats).map((format) => format.replace(counter, '{0}'))).size === 4,
    'orders and each kind of document need formats that differ beyond the number of digits',
  );

/** "INV-2026-000042": the counter is never cut, however long it grows. */
export const formatNumber = (format: string, count: number, year?: number): string =>
  format
    .replace('{year}', String(year ?? ''))
    .replace(counter, (digits) => String(count).padStart(digits.length - 2, '0'));
