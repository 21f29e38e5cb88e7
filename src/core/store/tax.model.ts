/** Which tax a store charges. The rules that follow from it are in orders/tax.model.ts. Pure. */
import { z } from 'zod';
import { euVatRates } from './eu-vat-rates.model.ts';

const country = z.string().regex(/^[A-Z]{2}$/, 'Write the country as two letters, such as DE.');

const rate = z.strictObject({
  /** By ISO 3166; "PT-20" for a part with a rate of its own, as vat-territories.model.ts has them. */
  country: z
    .string()
    .regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/, 'Write the country as two letters, such as DE.'),
  /** 19 is 19 %; two decimals at most. */
  percent: z
    .number()
    .min(0)
    .max(50)
    .refine(
      (percent) => Number.isInteger(Math.round(percent * 1e6) / 1e4),
      'Give two decimals at most.',
    ),
  /** The first day on which it applies, "2025-08-01". */
  from: z.iso.date(),
  /** Where the rate was read. */
  source: z.string().min(1).max(300),
});

const vat = z
  .strictObject({
    kind: z.literal('vat'),
    /** As invoices name the tax: "VAT", "GST". */
    name: z.string().trim().min(1).max(20).default('VAT'),
    /** Where the seller is established. */
    country,
    /** The seller's own number. */
    number: z.string().trim().min(1).max(40),
    /** Whether the prices of reports are without the tax, or have it in them. */
    prices: z.enum(['net', 'gross']),
    /**
     * Registered for the EU's One Stop Shop: consumers in another EU country pay their country's
     * rate. A seller below the threshold who is not registered charges the rate of their own.
     */
    oneStopShop: z.boolean().default(true),
    rates: z
      .array(rate)
      .max(400)
      .default([...euVatRates]),
  })
  .refine(
    ({ country: home, rates }) => rates.some((one) => one.country === home),
    "Add a rate for the seller's own country.",
  );

export const taxSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  vat,
]);

export type TaxSettings = z.infer<typeof taxSchema>;
export type VatSettings = Extract<TaxSettings, { kind: 'vat' }>;
