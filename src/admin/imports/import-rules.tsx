import { importOptionsSchema, type ImportOptions } from '#core/imports/model.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { CheckboxField, fieldProps, SelectField } from '#admin/frame/fields.tsx';

const defaults = importOptionsSchema.parse({});

/** How the rows of a sheet are taken. */
export const ImportRules = ({
  options = defaults,
  rejected,
}: {
  readonly options?: ImportOptions;
  readonly rejected: RejectedForm | undefined;
}) => (
  <>
    <SelectField
      label="If some rows are wrong"
      options={[
        ['good', 'Import the others'],
        ['all', 'Import nothing'],
      ]}
      {...fieldProps('mode', options.mode, rejected)}
    />
    <CheckboxField
      name="industries"
      label="Add industries that the store does not have"
      defaultChecked={options.industries === 'create'}
    />
    <CheckboxField
      name="update"
      label="Only change reports that are there already"
      defaultChecked={options.isUpdateOnly}
    />
    <CheckboxField
      name="published"
      label="Publish new reports; otherwise they are drafts"
      defaultChecked={options.newReports === 'published'}
    />
  </>
);

/** The rules as their form sends them. */
export const readImportRules = (
  fields: Readonly<Record<string, string>>,
): Omit<ImportOptions, 'runsAtOnce'> => ({
  mode: fields['mode'] === 'all' ? 'all' : 'good',
  industries: fields['industries'] === '1' ? 'create' : 'known',
  newReports: fields['published'] === '1' ? 'published' : 'draft',
  isUpdateOnly: fields['update'] === '1',
});
