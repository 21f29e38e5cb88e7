/** An owner's answers on the first day, and the settings that follow from them. Pure. */
import { z } from 'zod';
import { policyNames, type Policy, type PolicyName } from '../content/model.ts';
import { emailField, singleLineField } from '../kernel/form-fields.ts';
import { currencies } from '../kernel/money.model.ts';
import { isMistypedIban, wrongIban } from './iban.model.ts';
import { draftPolicies } from './policy-drafts.model.ts';
import { timeZoneField, type StoreSettingsInput } from './settings.model.ts';

const optional = (label: string, maxLength: number) =>
  z.union([z.literal(''), singleLineField(label, maxLength)]).default('');

export const firstSetupForm = z
  .object({
    name: singleLineField('the name of your store', 80),
    email: emailField(),
    sales_email: z.union([z.literal(''), emailField()]).default(''),
    legal_name: optional('your legal name', 200),
    address: singleLineField('your address', 300),
    phone: optional('your phone number', 40),
    tax_id: optional('your tax number', 40),
    currency: z.enum(currencies, { error: 'Please choose a currency.' }),
    /** UTC if it is empty. */
    time_zone: z
      .string()
      .trim()
      .transform((text) => text || 'UTC')
      .pipe(timeZoneField)
      .default('UTC'),
    bank_holder: optional('the account holder', 140),
    bank_iban: optional('the IBAN or account number', 42),
    bank_bic: optional('the BIC or bank code', 14),
    /** Which tax the prices are charged with. */
    tax: z.enum(['none', 'net', 'gross'], { error: 'Please choose one.' }).default('none'),
    tax_country: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^([A-Z]{2})?$/, 'Please give the two letters of the country, such as DE.')
      .default(''),
    tax_number: optional('your VAT number', 40),
  })
  .superRefine((form, context) => {
    const require = (path: keyof typeof form, message: string): void => {
      if (form[path] === '') context.addIssue({ code: 'custom', path: [path], message });
    };
    if (form.tax !== 'none') {
      require('tax_country', 'Please give the country in which you pay the tax.');
      require('tax_number', 'Please give your VAT number.');
    }
    if (form.bank_holder + form.bank_iban + form.bank_bic !== '') {
      require('bank_holder', 'Please give the account holder, or leave the bank empty.');
      require('bank_iban', 'Please give the IBAN or account number, or leave the bank empty.');
      require('bank_bic', 'Please give the BIC or bank code, or leave the bank empty.');
      if (isMistypedIban(form.bank_iban))
        context.addIssue({ code: 'custom', path: ['bank_iban'], message: wrongIban });
    }
  });

export type FirstSetup = z.infer<typeof firstSetupForm>;

/** The settings of a new store. `policyHtml` replaces drafts; `day` (ISO) dates all of them. */
export function buildFirstSettings(
  form: FirstSetup,
  policyHtml: Readonly<Partial<Record<PolicyName, string>>>,
  day: string,
): StoreSettingsInput {
  const drafts = draftPolicies(day);
  const policies: Partial<Record<PolicyName, Policy>> = {};
  for (const name of policyNames)
    policies[name] = { ...drafts[name], html: policyHtml[name] ?? drafts[name].html };
  return {
    name: form.name,
    contact: { email: form.email, salesEmail: form.sales_email || form.email },
    legal: { name: form.legal_name, address: form.address, taxId: form.tax_id },
    offices: [{ place: readPlace(form.address), phone: form.phone, address: form.address }],
    bank:
      form.bank_holder === ''
        ? null
        : { holder: form.bank_holder, iban: form.bank_iban, bic: form.bank_bic },
    currency: form.currency,
    timeZone: form.time_zone,
    tax:
      form.tax === 'none'
        ? { kind: 'none' }
        : { kind: 'vat', country: form.tax_country, number: form.tax_number, prices: form.tax },
    policies,
  };
}

/** "Germany" of "Lange Straße 1, 10115 Berlin, Germany". */
const readPlace = (address: string): string =>
  (address.split(',').at(-1) ?? '').trim().slice(0, 60) || 'Office';
