import type { Country } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import type { FieldErrors, FieldValues } from '#site/form-fields.ts';
import { CountrySelect } from '#ui/country-select.tsx';
import { Field } from '#ui/field.tsx';

type Props = {
  readonly countries: readonly Country[];
  readonly values: FieldValues;
  readonly errors: FieldErrors;
};

const fields = [
  ['name', 'Full name', { autoComplete: 'name', maxLength: 200 }],
  [
    'email',
    'Email address',
    { type: 'email', autoComplete: 'email', maxLength: 254, inputMode: 'email' },
  ],
  [
    'mobile_no',
    'Phone, with country code',
    { type: 'tel', autoComplete: 'tel', maxLength: 40, inputMode: 'tel' },
  ],
  ['company_name', 'Company', { autoComplete: 'organization', maxLength: 200 }],
  ['title', 'Job title', { autoComplete: 'organization-title', maxLength: 200 }],
  ['address', 'Street address', { autoComplete: 'address-line1', maxLength: 300 }],
  ['city', 'City', { autoComplete: 'address-level2', maxLength: 120 }],
  ['state', 'State or region', { autoComplete: 'address-level1', maxLength: 120 }],
  ['zip', 'Postal code', { autoComplete: 'postal-code', maxLength: 20 }],
  ['tax_id', 'Tax or VAT ID (optional)', { maxLength: 40, required: false }],
] as const;

/** The fields of the billing details. The first one with an error takes the focus. */
export function BillingFields({ countries, values, errors }: Props) {
  const firstInvalidField = [...fields.map(([name]) => name), 'country', 'policy'].find(
    (name) => errors[name],
  );
  return (
    <div className="mt-4 grid items-start gap-5 sm:grid-cols-2">
      {fields.map(([name, label, inputProps]) => (
        <Field
          key={name}
          name={name}
          label={label}
          error={errors[name]?.[0]}
          defaultValue={values[name]}
          autoFocus={firstInvalidField === name}
          required
          {...inputProps}
        />
      ))}
      <CountrySelect
        countries={countries}
        error={errors['country']?.[0]}
        defaultValue={values['country']}
        required
      />
      <TermsCheckbox isChecked={values['policy'] === '1'} error={errors['policy']?.[0]} />
    </div>
  );
}

function TermsCheckbox({ isChecked, error }: { isChecked: boolean; error: string | undefined }) {
  return (
    <div className="field sm:col-span-2">
      <label className="flex items-start gap-3 font-normal!">
        <input
          type="checkbox"
          name="policy"
          value="1"
          required
          className="mt-1 size-5! min-h-0! accent-accent"
          defaultChecked={isChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'policy-error' : undefined}
        />
        <span>
          I accept the{' '}
          <a className="link" href={paths.termsAndConditions()}>
            Terms &amp; Conditions
          </a>
          .
        </span>
      </label>
      {error && (
        <p id="policy-error" className="error">
          {error}
        </p>
      )}
    </div>
  );
}
