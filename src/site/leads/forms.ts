import type { LeadKind } from '#core/leads/kinds.model.ts';
import { texts } from '#site/texts.ts';

export type FieldSpec = {
  readonly name: string;
  readonly label: string;
  readonly as?: 'input' | 'area' | 'code' | 'country' | 'file';
  readonly type?: 'text' | 'email' | 'tel';
  readonly autoComplete?: string;
  readonly most?: number;
};

export type FormSpec = {
  readonly fields: readonly FieldSpec[];
  /** Name of the box of consent; none for a form without. */
  readonly consent: string | undefined;
  readonly captcha: boolean;
  readonly button: string;
  /** Where the answer never came. */
  readonly failed: string;
};

const name: FieldSpec = { name: 'name', label: 'Full name', autoComplete: 'name', most: 200 };
const mail: FieldSpec = {
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  autoComplete: 'email',
  most: 254,
};
const mobile: FieldSpec = {
  name: 'mobile_no',
  label: 'Phone',
  type: 'tel',
  autoComplete: 'tel',
  most: 40,
};
const company: FieldSpec = {
  name: 'company_name',
  label: 'Company',
  autoComplete: 'organization',
  most: 200,
};
const code = (field: string): FieldSpec => ({
  name: field,
  label: 'Country code',
  as: 'code',
  autoComplete: 'tel-country-code',
});
const area = (field: string, label: string): FieldSpec => ({
  name: field,
  label,
  as: 'area',
  most: 5000,
});

const request = (message: string): FormSpec => ({
  fields: [name, mail, code('country'), mobile, company, area('message', message)],
  consent: 'privacy_policy',
  captcha: true,
  button: 'Submit',
  failed: texts.requestFailed,
});

/** The fields of each form in reading order, its button and its words. */
export const forms: Readonly<Record<LeadKind, FormSpec>> = {
  contact: {
    fields: [name, mail, code('country_code'), mobile, company, area('message', 'Message')],
    consent: 'privacy_policy',
    captcha: true,
    button: 'Send Message',
    failed: texts.contactNetwork,
  },
  sample: request('What should the sample help you decide?'),
  discount: request('What are you looking for?'),
  inquiry: request('Your question'),
  customization: request('What should be different or added?'),
  career: {
    fields: [
      name,
      mail,
      { ...mobile, name: 'phone', autoComplete: 'tel' },
      { name: 'position', label: 'Position', most: 200 },
      { name: 'cv', label: 'CV (PDF, DOC, DOCX or ODT, 10 MB at most)', as: 'file' },
      area('message', 'Message'),
    ],
    consent: undefined,
    captcha: false,
    button: 'Submit Application',
    failed: texts.careerNetwork,
  },
  reseller: {
    fields: [
      name,
      company,
      mail,
      { ...mobile, autoComplete: 'tel' },
      { name: 'designation', label: 'Designation', autoComplete: 'organization-title', most: 200 },
      { name: 'country', label: 'Country', as: 'country', autoComplete: 'country' },
      area('preciserequirement', 'What do you want to resell, and to whom?'),
    ],
    consent: 'policy',
    captcha: true,
    button: 'Submit',
    failed: texts.resellerNetwork,
  },
};
