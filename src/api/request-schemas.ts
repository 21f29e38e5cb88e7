/**
 * Fields and types of the POST bodies, for the description of the contract. The core validates the
 * values and says what is wrong with them.
 */
import { z } from 'zod';

const text = z.string();
const nameAndEmail = { name: text, email: text };
const captcha = { turnstile_token: text };
const accepted = z.union([z.literal(1), z.literal(true), z.literal('1')]);

export const subscriber = z.object({ email: text, ...captcha });
export const contactUs = z.object({
  ...nameAndEmail,
  message: text,
  mobile_no: text,
  company_name: text,
  privacy_policy: z.literal(true),
  ...captcha,
});
export const jobApplication = z.object({
  ...nameAndEmail,
  phone: text,
  position: text,
  cv: z.string().meta({
    format: 'binary',
    description: 'PDF, DOC, DOCX or ODT, told by its content; 10 MiB at most',
  }),
  message: text,
});
export const login = z.object({ email: text, password: text });
export const register = z.object({
  ...nameAndEmail,
  mobile_no: text,
  address: text,
  password: text.min(6),
});
export const forgetPassword = z.object({ email: text });
export const sampleReportRequest = z.object({
  ...nameAndEmail,
  country: text.regex(/^\+\d+$/),
  mobile_no: text,
  company_name: text,
  message: text,
  report_id: text,
  type: z.enum(['1', '2']),
  kind: z.enum(['discount', 'inquiry', 'customization']).optional(),
  ...captcha,
});
export const becomeReseller = z.object({
  ...nameAndEmail,
  company_name: text,
  mobile_no: text,
  designation: text,
  country: z.int(),
  preciserequirement: text,
  policy: accepted,
  ...captcha,
});
export const createOrder = z.object({
  ...nameAndEmail,
  mobile_no: text,
  /** A person, with whom these three may be empty; a company if it is left out. */
  buyer_type: z.enum(['company', 'person']).optional(),
  /** A person in a country with a right of withdrawal wants the delivery at once. */
  waiver: accepted.optional(),
  tax_id: text.optional(),
  company_name: text,
  title: text,
  country: z.int(),
  address: text,
  city: text,
  state: text,
  zip: text,
  report_id: z.union([text, z.int()]),
  amount: z.union([z.number(), text]),
  policy: accepted,
  type: z.enum(['single-user', 'multiple-user', 'corporate-user']).optional(),
  another: text.optional(),
});
