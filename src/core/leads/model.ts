/** Forms of leads: types, schemas and constants. Pure, safe in the browser. */
import { z } from 'zod';
import {
  captchaTokenField,
  emailField,
  idField,
  singleLineField,
  multiLineField,
  phoneField,
  requiredCheckbox,
} from '../kernel/form-fields.ts';
import type { EmailOutcome } from '../kernel/email-outcome.model.ts';
import type { LeadKind } from './lead-kinds.model.ts';

export {
  consentText,
  leadKinds,
  newsletterConsentText,
  requestKinds,
  type LeadKind,
  type RequestKind,
} from './lead-kinds.model.ts';

/** Who sends a form, for rate limits and the record. */
export type Visitor = {
  /** IP address, with IPv6 cut to its /64. */
  readonly clientIp: string;
  /** Path of the page with the form: one of ours, never the visitor's words. */
  readonly pagePath: string;
  /**
   * The address of a customer who is logged in, where it is confirmed: they are no stranger to it.
   */
  readonly ownEmail?: string | undefined;
};

/** The outcome of a form, for the visitor. */
export type SubmissionResult = {
  /** The outcome of the form; the contract's sentence if it has one. */
  readonly message: string;
  /** The outcome of the email that follows; '' if the message says it. */
  readonly note: string;
  readonly delivery: EmailOutcome;
};

/** Hours within which we contact a reseller. */
export const resellerReplyHours = 24;
/** Largest CV, in bytes. */
export const maxCvBytes = 10 * 1024 * 1024;
/** Lifetime of a link to a sample, in days. */
export const sampleLinkDays = 14;
/** The sentence for a visitor while the store's file of a sample is missing. */
export const missingSample = 'This sample is being prepared. Please try again later.';
/** The same form sent again within this time, in milliseconds, makes no second lead. */
export const duplicateWindowMs = 24 * 3_600_000;

const consentRequiredMessage = 'Please agree to the use of your details, so that we may answer.';
const captchaField = { turnstile_token: captchaTokenField };
const personFields = {
  name: singleLineField('your name', 200),
  email: emailField(),
  mobile_no: phoneField,
  company_name: singleLineField('your company', 200),
};

export const contactForm = z.object({
  ...personFields,
  message: multiLineField('your message', 5000),
  privacy_policy: requiredCheckbox(consentRequiredMessage),
  ...captchaField,
});

export const requestForm = z.object({
  ...personFields,
  country: z
    .string({ error: 'Please choose your country code.' })
    .trim()
    .regex(/^\+\d{1,6}$/, 'Please choose your country code.'),
  message: multiLineField('your message', 5000),
  report_id: singleLineField('the report', 60),
  ...captchaField,
});

export const careerForm = z.object({
  name: singleLineField('your name', 200),
  email: emailField(),
  phone: phoneField,
  position: singleLineField('the position', 200),
  message: multiLineField('your message', 5000),
  ...captchaField,
});

export const resellerForm = z.object({
  ...personFields,
  designation: singleLineField('your designation', 200),
  country: idField('Please choose your country.'),
  preciserequirement: multiLineField('what you need', 5000),
  policy: requiredCheckbox(consentRequiredMessage),
  ...captchaField,
});

export const subscriberForm = z.object({ email: emailField(), ...captchaField });

/** The sentence of each form if nothing stands in its way; see `describeSubmission`. */
export const successMessages: Readonly<Record<LeadKind | 'newsletter', string>> = {
  contact: 'Thank you. Your message has been sent, and a person will answer it.',
  sample: 'Thank you. The sample is on its way to your mailbox.',
  discount: 'Thank you. We will email you an offer.',
  inquiry: 'Thank you. We will answer your question by email.',
  customization: 'Thank you. We will email you what we can deliver.',
  career: 'Application submitted successfully!',
  reseller: 'Request submitted successfully!',
  newsletter: 'Thank you for subscribing!',
};
