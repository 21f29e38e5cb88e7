import { phonePattern } from '#core/kernel/phone.model.ts';
import type { LeadKind } from '#core/leads/lead-kinds.model.ts';
import { texts } from '#site/texts.ts';

export type LeadFormField = {
  readonly name: string;
  readonly label: string;
  readonly control?: 'input' | 'textarea' | 'country-code' | 'country' | 'file';
  readonly type?: 'text' | 'email' | 'tel';
  readonly autoComplete?: string;
  readonly maxLength?: number;
  readonly pattern?: string;
};

export type LeadFormSpec = {
  readonly fields: readonly LeadFormField[];
  /** Name of the consent's checkbox, or undefined for a form without one. */
  readonly consentFieldName: string | undefined;
  readonly needsCaptcha: boolean;
  readonly buttonLabel: string;
  /** Shown if the server's answer has no message. */
  readonly fallbackError: string;
  /** Shown if no answer came. */
  readonly networkError: string;
};

const nameField: LeadFormField = {
  name: 'name',
  label: 'Full name',
  autoComplete: 'name',
  maxLength: 200,
};
const emailField: LeadFormField = {
  name: 'email',
  label: 'Email address',
  type: 'email',
  autoComplete: 'email',
  maxLength: 254,
};
const phoneField: LeadFormField = {
  name: 'mobile_no',
  label: 'Phone',
  type: 'tel',
  autoComplete: 'tel',
  maxLength: 40,
  pattern: phonePattern,
};
const companyField: LeadFormField = {
  name: 'company_name',
  label: 'Company',
  autoComplete: 'organization',
  maxLength: 200,
};
const countryCodeField = (field: string): LeadFormField => ({
  name: field,
  label: 'Country code',
  control: 'country-code',
  autoComplete: 'tel-country-code',
});
const textareaField = (field: string, label: string): LeadFormField => ({
  name: field,
  label,
  control: 'textarea',
  maxLength: 5000,
});

const reportRequestForm = (message: string): LeadFormSpec => ({
  fields: [
    nameField,
    emailField,
    countryCodeField('country'),
    phoneField,
    companyField,
    textareaField('message', message),
  ],
  consentFieldName: 'privacy_policy',
  needsCaptcha: true,
  buttonLabel: 'Submit',
  fallbackError: texts.requestFailed,
  networkError: texts.requestFailed,
});

/** The fields of each form in their order, its button and its error sentences. */
export const leadForms: Readonly<Record<LeadKind, LeadFormSpec>> = {
  contact: {
    fields: [
      nameField,
      emailField,
      countryCodeField('country_code'),
      phoneField,
      companyField,
      textareaField('message', 'Message'),
    ],
    consentFieldName: 'privacy_policy',
    needsCaptcha: true,
    buttonLabel: 'Send Message',
    fallbackError: texts.contactFailed,
    networkError: texts.contactNetworkError,
  },
  sample: reportRequestForm('What would you like the sample to help you decide?'),
  discount: reportRequestForm('What are you looking for?'),
  inquiry: reportRequestForm('Your question'),
  customization: reportRequestForm('What should we change or add?'),
  career: {
    fields: [
      nameField,
      emailField,
      { ...phoneField, name: 'phone', autoComplete: 'tel' },
      { name: 'position', label: 'Position', maxLength: 200 },
      { name: 'cv', label: 'CV (PDF, DOC, DOCX or ODT, up to 10 MB)', control: 'file' },
      textareaField('message', 'Message'),
    ],
    consentFieldName: undefined,
    needsCaptcha: false,
    buttonLabel: 'Submit Application',
    fallbackError: texts.contactNetworkError,
    networkError: texts.careerNetworkError,
  },
  reseller: {
    fields: [
      nameField,
      companyField,
      emailField,
      { ...phoneField, autoComplete: 'tel' },
      {
        name: 'designation',
        label: 'Designation',
        autoComplete: 'organization-title',
        maxLength: 200,
      },
      { name: 'country', label: 'Country', control: 'country', autoComplete: 'country' },
      textareaField('preciserequirement', 'What do you want to resell, and to whom?'),
    ],
    consentFieldName: 'policy',
    needsCaptcha: true,
    buttonLabel: 'Submit',
    fallbackError: texts.contactNetworkError,
    networkError: texts.resellerNetworkError,
  },
};
