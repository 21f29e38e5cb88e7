import type { Country } from '#core/content/model.ts';
import { paths } from '#src/paths.ts';
import { Field } from '#ui/field.tsx';

type Props = {
  readonly countries: readonly Country[];
  readonly form: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, readonly string[]>>;
};

const fields = [
  ['name', 'Full name', { autoComplete: 'name', maxLength: 200 }],
  [
    'email',
    'E-mail address',
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

/** The buyer's own data; the first field at fault takes the focus, what was typed stays. */
export function BillingFields({ countries, form, errors }: Props) {
  const firstInvalidField = [...fields.map(([name]) => name), 'country', 'policy'].find(
    (name) => errors[name],
  );
  return (
    <div className="mt-4 grid items-start gap-5 sm:grid-cols-2">
      {fields.map(([name, label, rest]) => (
        <Field
          key={name}
          name={name}
          label={label}
          error={errors[name]?.[0]}
          defaultValue={form[name]}
          autoFocus={firstInvalidField === name}
          required
          {...rest}
        />
      ))}
      <div className="field">
        <label htmlFor="country">Country</label>
        <select
          id="country"
          name="country"
          required
          autoComplete="country"
          defaultValue={form['country'] ?? ''}
          aria-invalid={errors['country'] ? true : undefined}
          aria-describedby={errors['country'] ? 'country-error' : undefined}
        >
          <option value="">Choose…</option>
          {countries.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        {errors['country'] && (
          <p id="country-error" className="error">
            {errors['country'][0]}
          </p>
        )}
      </div>
      <div className="field sm:col-span-2">
        <label className="flex items-start gap-3 font-normal!">
          <input
            type="checkbox"
            name="policy"
            value="1"
            required
            className="mt-1 size-5! min-h-0! accent-accent"
            defaultChecked={form['policy'] === '1'}
            aria-invalid={errors['policy'] ? true : undefined}
            aria-describedby={errors['policy'] ? 'policy-error' : undefined}
          />
          <span>
            I accept the{' '}
            <a className="link" href={paths.termsAndConditions()}>
              Terms &amp; Conditions
            </a>
            .
          </span>
        </label>
        {errors['policy'] && (
          <p id="policy-error" className="error">
            {errors['policy'][0]}
          </p>
        )}
      </div>
    </div>
  );
}
