import { z } from 'zod';
import { licences } from '#core/catalogue/licence.model.ts';
import { emailField, requiredCheckbox, singleLineField } from '#core/kernel/form-fields.ts';

/** Billing details are printed on the documents that emails link to: they name no web address. */
const text = (label: string, maxLength: number) =>
  singleLineField(label, maxLength).refine(
    (value) => !/:\/\/|\bwww\./i.test(value),
    'Please leave out web addresses.',
  );

/** What a buyer fills in; each message says what to do. */
export const billingForm = z.object({
  name: text('your full name', 200),
  email: emailField(),
  mobile_no: text('your phone number', 40).regex(
    /^[+()\d\s./-]{5,40}$/,
    'Please give a phone number in digits, with the country code.',
  ),
  company_name: text('your company', 200),
  title: text('your job title', 200),
  country: z.coerce
    .number({ error: 'Please choose your country.' })
    .int('Please choose your country.')
    .positive('Please choose your country.'),
  address: text('your street address', 300),
  city: text('your city', 120),
  state: text('your state or region', 120),
  zip: text('your postal code', 20),
  tax_id: z
    .string({ error: 'Please give the tax ID in letters and digits.' })
    .trim()
    .max(40, 'Please keep this to 40 characters.')
    .regex(/^[\w ./-]*$/, 'Please give the tax ID in letters and digits.')
    .optional()
    .transform((value) => (value === '' ? undefined : value)),
  /** By card through the payment provider, or by bank transfer on a pro-forma invoice. */
  method: z
    .enum(['card', 'bank'], { error: 'Please choose card or bank transfer.' })
    .default('card'),
  policy: requiredCheckbox('Please accept the Terms & Conditions.'),
});

/**
 * What is bought: a report's code or a buy link's id, a licence, and the price that was shown.
 * `another` is the number of the order with which the buyer has the licence already: they know of
 * it, and buy another copy.
 */
export const orderItemForm = z.object({
  report_id: text('the report', 60),
  type: z.enum(licences, { error: 'Please choose one of the three licences.' }).optional(),
  amount: z
    .string({ error: 'The amount is not a price.' })
    .trim()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'The amount is not a price.')
    .optional(),
  /** What the page showed as the total with tax, where it showed one. */
  total: z
    .string()
    .trim()
    .regex(/^(\d{1,9}(\.\d{1,2})?)?$/, 'The total is not a price.')
    .optional(),
  another: z.string().max(40, 'This is not the number of an order.').optional(),
});

export type Billing = z.infer<typeof billingForm>;

export type OrderItem = z.infer<typeof orderItemForm>;
