import { AdminForm } from '#admin/frame/admin-form.tsx';
import { FormRevision } from '#admin/frame/form-revision.tsx';
import { fieldProps, SelectField, TextAreaField, TextField } from '#admin/frame/fields.tsx';
import type { RejectedForm } from '#site/form-fields.ts';
import { pictogramNames } from '#ui/pictogram.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';

type Values = {
  readonly name: string;
  readonly slug: string;
  readonly position: number | null;
  readonly description: string;
  readonly pictogram: string;
  readonly metaTitle: string;
  readonly metaDescription: string;
  readonly metaKeywords: string;
};

/** "chip--circuit" as "chip circuit". */
const pictogramOptions = pictogramNames.map((name) => [name, name.replaceAll(/-+/g, ' ')] as const);

/** The fields of an industry; without one, of a new one. */
export function IndustryForm(props: {
  readonly industry: (Values & { readonly revision: number }) | undefined;
  readonly rejected: RejectedForm | undefined;
}) {
  const { industry, rejected } = props;
  const field = (name: keyof Values) => fieldProps(name, industry?.[name], rejected);
  return (
    <AdminForm intent={industry ? 'change' : 'create'} rejected={rejected}>
      {industry && <IndustryRevision industry={industry} rejected={rejected} />}
      <TextField {...field('name')} label="Name" required maxLength={120} />
      <div className="admin-row">
        <TextField
          {...field('slug')}
          label="Address"
          hint={
            'The last part of the address: lower-case letters, digits and hyphens. ' +
            (industry
              ? 'The former address redirects to the new one, and the industry’s colour may change.'
              : 'Empty: made from the name.')
          }
          required={industry !== undefined}
          maxLength={80}
        />
        <TextField
          {...field('position')}
          label="Order"
          hint="A number from 1. Industries without one come last, by name."
          inputMode="numeric"
        />
      </div>
      <SelectField {...field('pictogram')} label="Pictogram" options={pictogramOptions} />
      <TextAreaField {...field('description')} label="Description" rows={4} />
      <fieldset className="admin-fieldset">
        <legend>For search engines</legend>
        <TextField {...field('metaTitle')} label="Title" maxLength={200} />
        <TextAreaField {...field('metaDescription')} label="Description" rows={2} />
        <TextField {...field('metaKeywords')} label="Keywords" maxLength={400} />
      </fieldset>
      <p>
        <SubmitButton busyLabel="Saving…">Save</SubmitButton>
      </p>
    </AdminForm>
  );
}

const IndustryRevision = (props: {
  readonly industry: Values & { readonly revision: number };
  readonly rejected: RejectedForm | undefined;
}) => (
  <FormRevision
    revision={props.industry.revision}
    rejected={props.rejected}
    fields={[
      ['name', 'Name', props.industry.name],
      ['slug', 'Address', props.industry.slug],
      ['position', 'Order', props.industry.position],
      ['pictogram', 'Pictogram', props.industry.pictogram],
      ['description', 'Description', props.industry.description],
      ['metaTitle', 'Title for search engines', props.industry.metaTitle],
      ['metaDescription', 'Description for search engines', props.industry.metaDescription],
      ['metaKeywords', 'Keywords', props.industry.metaKeywords],
    ]}
  />
);
