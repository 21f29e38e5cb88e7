import { phonePattern } from '#core/kernel/phone.model.ts';
import type { ReactNode } from 'react';
import type { Customer } from '#core/accounts/model.ts';
import type { Country } from '#core/content/model.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { formatCountryWithCode, sortByPhoneCode } from '#site/country-options.ts';
import { CountrySelect } from '#ui/country-select.tsx';
import { Field } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

type Props = {
  readonly customer: Customer;
  readonly countries: readonly Country[];
  readonly rejected: RejectedForm | undefined;
};

/**
 * The side panel that edits a profile: closed until the page's Edit button opens it. A rejected
 * form is shown open in the page instead, with what was typed.
 */
export function EditProfilePanel({ customer, countries, rejected }: Props) {
  return (
    <EditDialog isInPage={rejected !== undefined}>
      <form method="post" className="grid gap-4">
        <div className="flex items-center justify-between">
          <h2 className="text-[22px]">Edit your details</h2>
          {!rejected && <CloseButton />}
        </div>
        <input type="hidden" name="what" value="profile" />
        <ContactFields customer={customer} rejected={rejected} />
        <AddressFields customer={customer} countries={countries} rejected={rejected} />
        <p>
          <SubmitButton busyLabel="Saving…">Submit</SubmitButton>
        </p>
      </form>
    </EditDialog>
  );
}

function EditDialog({ isInPage, children }: { isInPage: boolean; children: ReactNode }) {
  return (
    <div
      id="edit"
      popover={isInPage ? undefined : 'auto'}
      className={isInPage ? 'sheet mt-6 max-w-[560px] p-5' : 'panel-slide'}
      role="dialog"
      aria-label="Edit your details"
    >
      {children}
    </div>
  );
}

function CloseButton() {
  return (
    <button
      type="button"
      popoverTarget="edit"
      popoverTargetAction="hide"
      className="grid size-11 place-items-center"
      aria-label="Close"
    >
      <Icon name="close" />
    </button>
  );
}

/** A field's props: what was typed for it last, else what is saved. */
const getProps = (name: string, saved: string, rejected: RejectedForm | undefined) => ({
  name,
  error: rejected?.errors[name]?.[0],
  defaultValue: rejected?.values[name] ?? saved,
});

function ContactFields({ customer, rejected }: Pick<Props, 'customer' | 'rejected'>) {
  return (
    <>
      <Field
        {...getProps('name', customer.name, rejected)}
        label="Name"
        required
        autoComplete="name"
        maxLength={200}
      />
      <Field
        {...getProps('email', customer.email, rejected)}
        label="Email address"
        required
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <Field
        id="edit-present"
        name="present"
        label="Current password (only to change your email address)"
        type="password"
        autoComplete="current-password"
        maxLength={200}
        error={rejected?.errors['present']?.[0]}
      />
      <Field
        {...getProps('mobile_no', customer.mobileNo, rejected)}
        label="Mobile Number"
        required
        type="tel"
        autoComplete="tel"
        maxLength={40}
        pattern={phonePattern}
      />
    </>
  );
}

function AddressFields({ customer, countries, rejected }: Props) {
  return (
    <>
      <CountrySelect
        countries={sortByPhoneCode(countries).map((country) => ({
          id: country.id,
          name: formatCountryWithCode(country),
        }))}
        error={rejected?.errors['country']?.[0]}
        defaultValue={rejected?.values['country'] ?? String(customer.countryId ?? '')}
      />
      <Field
        {...getProps('state', customer.region, rejected)}
        label="State"
        autoComplete="address-level1"
        maxLength={120}
      />
      <Field
        {...getProps('city', customer.city, rejected)}
        label="City"
        autoComplete="address-level2"
        maxLength={120}
      />
      <Field
        {...getProps('address', customer.address, rejected)}
        label="Address"
        required
        autoComplete="address-line1"
        maxLength={300}
      />
    </>
  );
}
