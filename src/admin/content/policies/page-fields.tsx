import type { PolicyPage } from '#core/store/policies/page.model.ts';
import { CheckboxField, fieldProps, SelectField, TextField } from '#admin/frame/fields.tsx';
import type { RejectedForm } from '#site/form-fields.ts';
import { paths } from '#src/paths.ts';

/** A policy page's name, its address, and where it is linked. */
export function PageFields(props: {
  /** undefined for a new one. */
  readonly page: PolicyPage | undefined;
  readonly footer: { readonly groups: readonly string[]; readonly place: number | undefined };
  readonly rejected: RejectedForm | undefined;
  /** True if the address can't be another. */
  readonly isFixed?: boolean;
}) {
  const { page, footer, rejected, isFixed = false } = props;
  const at = (name: string) => ({ id: `page-${name}` });
  const isAtCheckout = rejected
    ? rejected.values['checkout'] === '1'
    : (page?.isAtCheckout ?? false);
  return (
    <>
      <TextField
        {...at('name')}
        label="Name"
        hint="In links and in this list; the page’s heading is the title of its text."
        maxLength={60}
        required
        {...fieldProps('name', page?.name, rejected)}
      />
      {isFixed ? (
        <p>
          It stands at <code>{paths.policy(page?.address ?? '')}</code> in every store.
        </p>
      ) : (
        <TextField
          {...at('address')}
          label="Address"
          hint={addressHint(page)}
          maxLength={81}
          {...fieldProps('address', page && paths.policy(page.address), rejected)}
        />
      )}
      <SelectField
        {...at('footer')}
        label="In the footer"
        noneLabel="Not linked"
        options={footer.groups.map((title, place) => [String(place), `Under “${title}”`])}
        {...fieldProps('footer', footer.place, rejected)}
      />
      <CheckboxField
        {...at('checkout')}
        name="checkout"
        label="Linked below the checkout"
        defaultChecked={isAtCheckout}
      />
      <TextField
        {...at('words')}
        label="Words that find it"
        hint="Beside those of its title and its text, for the search of the site."
        maxLength={300}
        {...fieldProps('words', page?.words, rejected)}
      />
    </>
  );
}

const addressHint = (page: PolicyPage | undefined): string => {
  const former = page?.formerAddresses.map((one) => paths.policy(one)).join(', ');
  if (former) return `These lead to it: ${former}.`;
  return page ? 'The one that it has now will lead to a new one.' : 'If empty, made from the name.';
};
