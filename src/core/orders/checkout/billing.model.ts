import { phoneRule } from '#core/kernel/phone.model.ts';
import { z } from 'zod';
import {
  emailField,
  idField,
  optionalLineField,
  requiredCheckbox,
  singleLineField,
  type FormInput,
} from '#core/kernel/form-fields.ts';

/** Billing details are printed on the documents that emails link to: they name no web address. */
const namesNoAddress = (value: string): boolean => !/:\/\/|\bwww\./i.test(value);
const noAddressWords = 'Please leave out web addresses.';
const text = (label: string, maxLength: number) =>
  singleLineField(label, maxLength).refine(namesNoAddress, noAddressWords);
const optionalText = (maxLength: number) =>
  optionalLineField(maxLength).refine(namesNoAddress, noAddressWords);

/** The fields that every buyer fills in; each message says what to do. */
const fields = {
  name: text('your full name', 200),
  email: emailField(),
  mobile_no: text('your phone number', 40).regex(
    phoneRule,
    'Please give a phone number in digits, with the country code.',
  ),
  country: idField('Please choose your country.'),
  address: text('your street address', 300),
  city: text('your city', 120),
  zip: text('your postal code', 20),
  /** By card through the payment provider, or by bank transfer on a pro-forma invoice. */
  method: z
    .enum(['card', 'bank'], { error: 'Please choose card or bank transfer.' })
    .default('card'),
  policy: requiredCheckbox('Please accept the Terms & Conditions.'),
};

const { name, email, mobile_no, country, address, city, zip, method, policy } = fields;

/** Fields in the order of the contract, in which their errors are told. */
const companyForm = z.object({
  buyer_type: z
    .literal('company', { error: 'Please choose whether you buy as a company or a person.' })
    .default('company'),
  name,
  email,
  mobile_no,
  company_name: text('your company', 200),
  title: text('your job title', 200),
  country,
  address,
  city,
  state: text('your state or region', 120),
  zip,
  /** A VAT number or any other that the invoice is to have. */
  tax_id: optionalText(60)
    .refine(
      (value) => value === '' || (/\p{N}/u.test(value) && !/[<>{}]/.test(value)),
      'Please give the tax ID in letters and digits.',
    )
    .transform((value) => (value === '' ? undefined : value)),
  method,
  policy,
});

/** A person has no company: what a field of one has in it is left alone. */
const personForm = z.object({
  ...fields,
  buyer_type: z.literal('person'),
  company_name: z
    .unknown()
    .optional()
    .transform(() => ''),
  title: z
    .unknown()
    .optional()
    .transform(() => ''),
  state: optionalText(120),
  tax_id: z
    .unknown()
    .optional()
    .transform(() => undefined),
});

/** The country that was chosen, whatever else is wrong. */
export const readCountryId = (form: FormInput): number | undefined =>
  fields.country.safeParse(form['country']).data;

/**
 * True if the buyer agrees to buildWaiver’s sentence; whether they have to depends on the country.
 */
export const readWaiver = (form: FormInput): boolean =>
  requiredCheckbox('').safeParse(form['waiver']).success;

/** Reads what was filled in. A form that names no kind of buyer is a company's. */
export const parseBilling = (form: FormInput): z.ZodSafeParseResult<Billing> =>
  form['buyer_type'] === 'person' ? personForm.safeParse(form) : companyForm.safeParse(form);

/**
 * The purchase: a report's code or a buy link's id, a licence, and the price that was shown.
 * `another` is the number of the order with which the buyer has the licence already: they know of
 * it, and buy another copy.
 */
export const orderItemForm = z.object({
  report_id: text('the report', 60),
  /** One that is not offered is refused, with those that are. */
  type: text('the licence', 80).optional(),
  amount: z
    .string({ error: 'The amount is not a price.' })
    .trim()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'The amount is not a price.')
    .optional(),
  /** In which the page showed its prices: an amount says nothing without it. */
  currency: z
    .string()
    .trim()
    .regex(/^[A-Z]{3}$/, 'This is not a currency.')
    .optional(),
  /** The total with tax that the page showed, if it showed one. */
  total: z
    .string()
    .trim()
    .regex(/^(\d{1,9}(\.\d{1,2})?)?$/, 'The total is not a price.')
    .optional(),
  another: z.string().max(40, 'This is not the number of an order.').optional(),
});

export type Billing = z.infer<typeof companyForm> | z.infer<typeof personForm>;

export type OrderItem = z.infer<typeof orderItemForm>;
