/** Rules of an order that hold everywhere. Pure, safe in the browser. */
import { z } from 'zod';
import { licences } from '../catalogue/licence.model.ts';
import { emailField, singleLineField as text, requiredCheckbox } from '../kernel/form-fields.ts';

export const orderStates = [
  'pending',
  'awaiting-approval',
  'awaiting-transfer',
  'capturing',
  'paid',
  'fulfilled',
  'review',
  'mismatch',
  'expired',
  'cancelled',
  'refunded',
  'partly-refunded',
  'suspended',
] as const;
export type OrderState = (typeof orderStates)[number];

/** In these the money is ours and the files are the buyer's. */
export const statesWithAccess: readonly OrderState[] = ['paid', 'fulfilled', 'partly-refunded'];

/** Where each state may go; the database keeps the same table (order_move), and a test holds the two together. */
export const transitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  pending: ['awaiting-approval', 'awaiting-transfer', 'cancelled', 'expired'],
  'awaiting-transfer': ['cancelled', 'expired', 'paid'],
  'awaiting-approval': ['cancelled', 'capturing', 'expired'],
  capturing: ['awaiting-approval', 'mismatch', 'paid', 'review'],
  paid: ['fulfilled', 'partly-refunded', 'refunded', 'suspended'],
  fulfilled: ['partly-refunded', 'refunded', 'suspended'],
  review: ['awaiting-approval', 'mismatch', 'paid'],
  mismatch: ['paid', 'refunded'],
  expired: ['awaiting-approval', 'awaiting-transfer', 'capturing'],
  cancelled: ['awaiting-approval', 'awaiting-transfer', 'capturing'],
  refunded: [],
  'partly-refunded': ['refunded', 'suspended'],
  suspended: ['fulfilled', 'partly-refunded', 'refunded'],
};

/** A claim outlives the provider's HTTP timeout (20 s) three times. Milliseconds. */
export const claimLeaseMs = 60_000;
/** "Not approved" releases a claim only so long after the last unknown answer. Milliseconds. */
export const releaseAfterUnknownMs = 10 * 60_000;
/** The reconciler asks about attempts up to this age. Milliseconds. */
export const maxPollAgeMs = 7 * 24 * 3_600_000;
/** An order waits so long for its transfer. */
export const transferDays = 60;
export const getTransferDueDate = (placedAt: Date): Date =>
  new Date(placedAt.getTime() + transferDays * 86_400_000);
/** A grant's life, and its downloads a file. */
export const grantDays = 30;
export const grantDownloads = 5;

/** What a buyer fills in; each refusal is a sentence that says what to do. */
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
    .string()
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
export type Billing = z.infer<typeof billingForm>;

/** What is bought, beside the billing: a report's code or a link's id, a licence, and the price that the page showed. */
export const orderItemForm = z.object({
  report_id: text('the report', 60),
  type: z.enum(licences, { error: 'Please choose one of the three licences.' }).optional(),
  amount: z
    .string({ error: 'The amount is not a price.' })
    .trim()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'The amount is not a price.')
    .optional(),
});

/** "4000", "4000.5" or "4000.50" in whole cents, as forms and the provider write them. */
export const parseCents = (amount: string): number => {
  const [whole = '0', part = ''] = amount.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
};

/** "a***@example.com": enough to know one's own address again. */
export const maskEmail = (email: string): string => email.replace(/^(.).*(@.*)$/, '$1***$2');

/** An order's number, as the database writes it. */
export const formatOrderNumber = (id: number): string => `QI-${String(id).padStart(6, '0')}`;

/** How long the reconciler waits before it asks again: 5 s, doubling to 15 min. Milliseconds. */
export const backoffMs = (polls: number): number => Math.min(5000 * 2 ** polls, 15 * 60_000);
