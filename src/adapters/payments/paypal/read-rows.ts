/** Reading PayPal's lists entry by entry: one that can't be read hides no other. */
import { z } from 'zod';

/** The readable entries of a list, and the number of the others. */
export type Rows<T> = { readonly rows: readonly T[]; readonly unreadableCount: number };

/** No list if PayPal gives none: it leaves out what is empty. */
export function readRows<T>(values: unknown, schema: z.ZodType<T>): Rows<T> {
  const entries: readonly unknown[] = Array.isArray(values) ? values : [];
  const rows = entries.flatMap((entry) => {
    const { success, data } = schema.safeParse(entry);
    return success ? [data] : [];
  });
  return { rows, unreadableCount: entries.length - rows.length };
}

/** A list of which only what can be read counts. */
export const rowsOf = <T>(schema: z.ZodType<T>) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values) => readRows(values, schema).rows);

/** A value that is there and can be read; undefined otherwise. */
export const optionally = <T>(schema: z.ZodType<T>) => schema.optional().catch(undefined);

/**
 * A time of RFC 3339; PayPal also writes its offset without a colon, as +0000. Leap seconds count
 * as the second before.
 */
export const timeSchema = z
  .string()
  .max(64)
  .transform((text, context) => {
    const written = text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2').replace(/:60(?=[.Zz+-]|$)/, ':59');
    const { success } = z.iso.datetime({ offset: true }).safeParse(written.toUpperCase());
    if (success) return new Date(written);
    context.addIssue({ code: 'custom', message: 'no time' });
    return z.NEVER;
  });
