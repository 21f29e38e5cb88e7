import type { LicenceTerms } from '#core/catalogue/reports/licence.model.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminSection } from '#admin/frame/admin-page.tsx';
import { fieldProps, SelectField, TextField } from '#admin/frame/fields.tsx';
import { GoodsFileFields } from '#admin/frame/goods-file-fields.tsx';

const purposes = [
  ['goods', 'For buyers'],
  ['sample', 'Sample (PDF)'],
  ['cover', 'Cover (JPEG, PNG, WebP, AVIF)'],
] as const;

type UploadFormProps = {
  readonly edition: number;
  /** False for a report that nobody can have bought yet: it gets no new edition. */
  readonly isReleased: boolean;
  readonly licences: readonly LicenceTerms[];
  readonly rejected: RejectedForm | undefined;
};

/** One file for the newest edition, or for a new one. */
export const UploadForm = ({ edition, isReleased, licences, rejected }: UploadFormProps) => (
  <AdminSection title="Upload a file">
    <AdminForm intent="upload" rejected={rejected} hasFile>
      <GoodsFileFields
        rejected={rejected}
        hint="It is checked at once; buyers get copies with their name in them."
        whoSees="buyers see"
      >
        <SelectField
          label="What it is"
          options={purposes}
          {...fieldProps('purpose', 'goods', rejected)}
        />
      </GoodsFileFields>
      <LicenceBoxes licences={licences} rejected={rejected} />
      {isReleased && <EditionBox edition={edition} rejected={rejected} />}
      <p>
        <SubmitButton busyLabel="Uploading and checking…">Upload</SubmitButton>
      </p>
    </AdminForm>
  </AdminSection>
);

/** A sample of chosen pages. */
export const SampleForm = ({ rejected }: { readonly rejected: RejectedForm | undefined }) => (
  <AdminSection title="Sample from the PDF">
    <AdminForm intent="sample" rejected={rejected}>
      <TextField
        label="Pages"
        hint="For example 1, 2, 7: these pages of the uploaded PDF, with SAMPLE across each."
        {...fieldProps('pages', '', rejected)}
      />
      <p>
        <SubmitButton className="admin-button" busyLabel="Making the sample…">
          Make the sample
        </SubmitButton>
      </p>
    </AdminForm>
  </AdminSection>
);

const LicenceBoxes = ({ licences, rejected }: Pick<UploadFormProps, 'licences' | 'rejected'>) => (
  <fieldset className="edit-kinds">
    <legend>Licences that include it</legend>
    {licences.map(({ id, name }) => (
      <label key={id}>
        <input
          type="checkbox"
          name={`licence.${id}`}
          value="1"
          defaultChecked={rejected === undefined || rejected.values[`licence.${id}`] === '1'}
        />{' '}
        {name}
      </label>
    ))}
  </fieldset>
);

const EditionBox = ({
  edition,
  rejected,
}: {
  readonly edition: number;
  readonly rejected: RejectedForm | undefined;
}) => (
  <fieldset className="edit-kinds">
    <legend>Edition</legend>
    <label>
      <input
        type="checkbox"
        name="new-edition"
        value="1"
        defaultChecked={rejected?.values['new-edition'] === '1'}
      />{' '}
      This starts edition {edition + 1}: earlier buyers get it by email
    </label>
    <TextField label="What has changed" {...fieldProps('reason', '', rejected)} />
  </fieldset>
);
