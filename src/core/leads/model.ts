/** What visitors ask, as they fill it in. Pure, safe in the browser. */
import { z } from 'zod';
import { email, line, lines, phone, ticked } from '../kernel/fields.ts';
import type { LeadKind } from './kinds.model.ts';

export {
  consentText,
  leadKinds,
  newsletterConsent,
  requestKinds,
  type LeadKind,
  type RequestKind,
} from './kinds.model.ts';

/** Who sends a form, as far as limits and records need to know. */
export type Visitor = {
  /** Network address, IPv6 cut to its /64. */
  readonly address: string;
  /** Path of the page that held the form. */
  readonly page: string;
};

/** Hours within which a reseller hears from us. */
export const resellerHours = 24;
/** A CV's size at most, bytes. */
export const cvLimit = 10 * 1024 * 1024;
/** Days for which the link to a sample works. */
export const sampleDays = 14;
/** Milliseconds within which the same enquiry, sent again, is the same lead. */
export const sameWithin = 24 * 3_600_000;

const mustAgree = 'Please agree to the use of your details, so that we may answer.';
const captcha = { turnstile_token: z.string().optional() };
const person = {
  name: line('your name', 200),
  email: email(),
  mobile_no: phone,
  company_name: line('your company', 200),
};

export const contactForm = z.object({
  ...person,
  message: lines('your message', 5000),
  privacy_policy: ticked(mustAgree),
  ...captcha,
});

export const requestForm = z.object({
  ...person,
  country: z
    .string({ error: 'Please choose your country code.' })
    .trim()
    .regex(/^\+\d{1,6}$/, 'Please choose your country code.'),
  message: lines('your message', 5000),
  report_id: line('the report', 60),
  ...captcha,
});

export const careerForm = z.object({
  name: line('your name', 200),
  email: email(),
  phone,
  position: line('the position', 200),
  message: lines('your message', 5000),
  ...captcha,
});

export const resellerForm = z.object({
  ...person,
  designation: line('your designation', 200),
  country: z.coerce
    .number({ error: 'Please choose your country.' })
    .int('Please choose your country.')
    .positive('Please choose your country.')
    .max(2_000_000_000, 'Please choose your country.'),
  preciserequirement: lines('what you need', 5000),
  policy: ticked(mustAgree),
  ...captcha,
});

export const subscriberForm = z.object({ email: email(), ...captcha });

/** What the visitor of each form reads when it went well. */
export const answers: Readonly<Record<LeadKind | 'newsletter', string>> = {
  contact: 'Thank you. Your message has been sent, and a person will answer it.',
  sample: 'Thank you. The sample is on its way to your mailbox.',
  discount: 'Thank you. We will answer with an offer by mail.',
  inquiry: 'Thank you. We will answer your question by mail.',
  customization: 'Thank you. We will answer with what can be made for you, by mail.',
  career: 'Application submitted successfully!',
  reseller: 'Request submitted successfully!',
  newsletter: 'Thank you for subscribing!',
};
