import { phonePattern } from '#core/kernel/phone.model.ts';
import type { Country } from '#core/content/model.ts';
import { hasRightOfWithdrawal } from '#core/orders/consumer-law.model.ts';
import { formatCountryWithCode, sortByPhoneCode } from '#site/country-options.ts';
import type { FieldErrors, FieldValues } from '#site/form-fields.ts';
import { CountrySelect } from '#ui/country-select.tsx';
import { describedBy, Field, FieldNotes } from '#ui/field.tsx';
import { findCountry, getPostalCodePattern, isCityFirst, splitPhone } from './address-format.ts';

type Props = {
  readonly countries: readonly Country[];
  readonly values: FieldValues;
  readonly errors: FieldErrors;
};

/** Attributes of the text fields, by name; the core's billingForm has the same limits. */
const inputs = {
  name: { label: 'Full name', autoComplete: 'name', maxLength: 200 },
  email: {
    label: 'Email address',
    hint: 'The files and the invoice go here.',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    maxLength: 254,
    pattern: String.raw`\s*[^@\s]+@[^@\s]+\.[^@\s.]+\s*`,
  },
  company_name: { label: 'Company', autoComplete: 'organization', maxLength: 200 },
  title: { label: 'Job title', autoComplete: 'organization-title', maxLength: 200 },
  address: { label: 'Street address', autoComplete: 'address-line1', maxLength: 300 },
  zip: { label: 'Postal code', autoComplete: 'postal-code', maxLength: 20 },
  city: { label: 'City', autoComplete: 'address-level2', maxLength: 120 },
  state: { label: 'State or region', autoComplete: 'address-level1', maxLength: 120 },
} as const;

/** Every field that can have an error, in the page's order. */
const fieldOrder = [
  'buyer_type',
  'name',
  'email',
  'company_name',
  'title',
  'country',
  'mobile_no',
  'address',
  'zip',
  'city',
  'state',
  'tax_id',
  'waiver',
  'policy',
] as const;

/** The errors of the form's fields in the page's order, each with its field's id. */
export const listFieldErrors = (errors: FieldErrors): { fieldId: string; message: string }[] =>
  fieldOrder.flatMap((fieldId) => {
    const message = errors[fieldId]?.[0];
    return message ? [{ fieldId, message }] : [];
  });

/** A person needs none of these: without script, too, they can be sent empty. */
const companyFields: readonly string[] = ['company_name', 'title', 'state'];

/**
 * The fields of the billing details, those of a company hidden for a person. The first one with an
 * error takes the focus.
 */
export function BillingFields({ countries, values, errors }: Props) {
  const firstInvalidField = fieldOrder.find((name) => errors[name]);
  const country = findCountry(countries, values['country']);
  const text = (name: keyof typeof inputs) => (
    <Field
      key={name}
      name={name}
      error={errors[name]?.[0]}
      defaultValue={values[name]}
      autoFocus={firstInvalidField === name}
      required={!companyFields.includes(name)}
      {...inputs[name]}
      {...(name === 'state' ? { label: stateLabel } : {})}
      {...(name === 'zip' && errors['zip'] ? { pattern: getPostalCodePattern(country) } : {})}
    />
  );
  const town =
    country && isCityFirst(country) ? (['city', 'zip'] as const) : (['zip', 'city'] as const);
  return (
    <div className="billing">
      <BuyerChoice isPerson={values['buyer_type'] === 'person'} error={errors['buyer_type']?.[0]} />
      {text('name')}
      {text('email')}
      <div className="for-company">{text('company_name')}</div>
      <div className="for-company">{text('title')}</div>
      <CountrySelect
        countries={toOptions(countries)}
        error={errors['country']?.[0]}
        defaultValue={values['country']}
        autoFocus={firstInvalidField === 'country'}
        required
      />
      <PhoneField
        {...splitPhone(country, values['mobile_no'])}
        error={errors['mobile_no']?.[0]}
        isFocused={firstInvalidField === 'mobile_no'}
      />
      <div className="whole">{text('address')}</div>
      <div className="whole town" data-town="">
        {town.map(text)}
      </div>
      {text('state')}
      <div className="for-company">
        <TaxIdField
          error={errors['tax_id']?.[0]}
          defaultValue={values['tax_id']}
          autoFocus={firstInvalidField === 'tax_id'}
        />
      </div>
    </div>
  );
}

const stateLabel = (
  <>
    State or region <span className="for-person font-normal text-muted">(optional)</span>
  </>
);

/** Whether a company buys or a person. What each has to fill in follows by style alone. */
function BuyerChoice({ isPerson, error }: { isPerson: boolean; error: string | undefined }) {
  return (
    <fieldset className="whole" aria-describedby={error ? 'buyer_type-error' : undefined}>
      <legend className="mb-1.5 text-[15px] font-semibold">You buy as</legend>
      <div className="payment-choice buyer-choice">
        <label>
          <input
            type="radio"
            id="buyer_type"
            name="buyer_type"
            value="company"
            defaultChecked={!isPerson}
          />
          <span>
            <strong>A company</strong>
            <span>Or another organisation, or for your own business.</span>
          </span>
        </label>
        <label>
          <input type="radio" name="buyer_type" value="person" defaultChecked={isPerson} />
          <span>
            <strong>A person</strong>
            <span>For yourself, not for a business.</span>
          </span>
        </label>
      </div>
      <FieldNotes id="buyer_type" error={error} />
    </fieldset>
  );
}

function TaxIdField(props: {
  error: string | undefined;
  defaultValue: string | undefined;
  autoFocus: boolean;
}) {
  const label = (
    <>
      Tax or VAT ID <span className="font-normal text-muted">(optional)</span>
    </>
  );
  return (
    <Field name="tax_id" label={label} hint="Printed on the invoice." maxLength={60} {...props} />
  );
}

/** Sorted as the specification says; with the code, so that the order can be seen. */
const toOptions = (countries: readonly Country[]) =>
  sortByPhoneCode(countries).map((country) => ({
    id: country.id,
    name: formatCountryWithCode(country),
    isCityFirst: isCityFirst(country),
    hasWithdrawal: hasRightOfWithdrawal('person', country.iso2),
  }));

/** The phone number; the chosen country's code stands in front of it, see adapt-address. */
function PhoneField({
  code,
  number,
  error,
  isFocused,
}: {
  code: string | undefined;
  number: string;
  error: string | undefined;
  isFocused: boolean;
}) {
  return (
    <div className="field">
      <label htmlFor="mobile_no">Phone</label>
      <div className="phone">
        <span className="code" data-phone-code="">
          {code}
        </span>
        <input
          id="mobile_no"
          name="mobile_no"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={40}
          pattern={phonePattern}
          required
          defaultValue={number}
          autoFocus={isFocused}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy('mobile_no', undefined, error)}
        />
      </div>
      <FieldNotes id="mobile_no" error={error} />
    </div>
  );
}
