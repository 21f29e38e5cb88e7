import { Fragment } from 'react';
import type { Customer } from '#core/accounts/model.ts';
import type { Country } from '#core/content/model.ts';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';

type Props = {
  readonly customer: Customer;
  readonly countries: readonly Country[];
  readonly rejected:
    | {
        readonly errors: Readonly<Record<string, readonly string[]>>;
        readonly typed: Readonly<Record<string, string>>;
      }
    | undefined;
};

/** The side panel that edits a profile. It stands open in the page, with what was typed, where the last of it was refused. */
export function EditProfilePanel({ customer, countries, rejected }: Props) {
  const { errors = {}, typed } = rejected ?? {};
  const fields = [
    ['name', 'Name', { autoComplete: 'name', maxLength: 200 }, customer.name],
    [
      'email',
      'Email address',
      { type: 'email', autoComplete: 'email', maxLength: 254 },
      customer.email,
    ],
    [
      'mobile_no',
      'Mobile Number',
      { type: 'tel', autoComplete: 'tel', maxLength: 40 },
      customer.mobileNo,
    ],
  ] as const;
  const placeFields = [
    ['state', 'State', { autoComplete: 'address-level1', maxLength: 120 }, customer.region],
    ['city', 'City', { autoComplete: 'address-level2', maxLength: 120 }, customer.city],
  ] as const;
  return (
    <div
      id="edit"
      popover={rejected ? undefined : 'auto'}
      className={rejected ? 'sheet mt-6 max-w-[560px] p-5' : 'panel-slide'}
      role="dialog"
      aria-label="Edit your data"
    >
      <form method="post" className="grid gap-4">
        <div className="flex items-center justify-between">
          <h2 className="text-[22px]">Edit your data</h2>
          {!rejected && (
            <button
              type="button"
              popoverTarget="edit"
              popoverTargetAction="hide"
              className="grid size-11 place-items-center"
              aria-label="Close"
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        <input type="hidden" name="what" value="profile" />
        {fields.map(([name, label, rest, value]) => (
          <Fragment key={name}>
            <Field
              name={name}
              label={label}
              error={errors[name]?.[0]}
              defaultValue={typed?.[name] ?? value}
              required
              {...rest}
            />
            {name === 'email' && (
              <Field
                id="edit-present"
                name="present"
                label="Current password (only to change the e-mail address)"
                type="password"
                autoComplete="current-password"
                maxLength={200}
                error={errors['present']?.[0]}
              />
            )}
          </Fragment>
        ))}
        <div className="field">
          <label htmlFor="country">Country</label>
          <select
            id="country"
            name="country"
            autoComplete="country"
            defaultValue={typed?.['country'] ?? String(customer.countryId ?? '')}
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
        {placeFields.map(([name, label, rest, value]) => (
          <Field
            key={name}
            name={name}
            label={label}
            error={errors[name]?.[0]}
            defaultValue={typed?.[name] ?? value}
            {...rest}
          />
        ))}
        <Field
          name="address"
          label="Address"
          error={errors['address']?.[0]}
          defaultValue={typed?.['address'] ?? customer.address}
          required
          autoComplete="address-line1"
          maxLength={300}
        />
        <p>
          <button className="button">Submit</button>
        </p>
      </form>
    </div>
  );
}
