import type { ReactNode } from 'react';
import type { Refusal, RefusalCode } from '#core/kernel/outcome.model.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { fieldProps, TextField } from './fields.tsx';
import { UploadField } from './upload-field.tsx';

type Props = {
  readonly rejected: RejectedForm | undefined;
  readonly label?: string;
  /** A hint about the file, behind its kinds. */
  readonly hint: string;
  /** "the buyer sees" */
  readonly whoSees: string;
  /** Fields before the title. */
  readonly children?: ReactNode;
};

/**
 * Returns the refusal of a file with its sentence at the field that is at fault: the file, if its
 * content is, since it can't be kept then; else that of the refusal's code, if there is one.
 */
export function placeRefusal(
  refusal: Refusal,
  fields: Partial<Record<RefusalCode, string>> = {},
): Refusal {
  const isOfFile = refusal.code === 'unsupported-type' || refusal.code === 'too-large';
  const field = isOfFile ? 'file' : fields[refusal.code];
  if (refusal.errors || field === undefined) return refusal;
  return { ...refusal, errors: { [field]: [refusal.message] } };
}

/** A file that buyers get, with the title that they see and the password that opens it. */
export const GoodsFileFields = ({ rejected, label = 'File', hint, whoSees, children }: Props) => (
  <>
    <UploadField
      name="file"
      rejected={rejected}
      label={label}
      hint={`PDF, XLSX, PPTX, DOCX, CSV or ZIP. ${hint}`}
    />
    <div className="edit-columns">
      {children}
      <TextField
        label="Title"
        hint={
          `What ${whoSees}; if empty, the kind of file. A file with the same title replaces ` +
          'the earlier one.'
        }
        {...fieldProps('title', '', rejected)}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="off"
        hint="For a PDF that is locked against changes."
        name="password"
      />
    </div>
  </>
);
