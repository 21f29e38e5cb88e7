import type { ReactNode } from 'react';
import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import { describedBy, FieldNotes } from '#ui/field.tsx';

/**
 * A text with headings, lists, links, tables and pictures: an editor if script runs, else a field
 * for HTML, which is hidden while the editor loads (admin.css). It posts HTML, which the core reads
 * into a tree before it keeps anything.
 */
export function RichTextField(props: {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** As HTML. */
  readonly defaultValue?: string | undefined;
  /** The same as a tree, for the editor. */
  readonly tree: RichText;
  readonly rows?: number;
  readonly required?: boolean;
}) {
  const { name, label, error, defaultValue, tree, rows = 18, required } = props;
  const hint = props.hint ?? htmlHint;
  return (
    <div className="field">
      <label htmlFor={name} id={`${name}-label`}>
        {label}
      </label>
      <textarea
        id={name}
        name={name}
        rows={rows}
        spellCheck
        required={required}
        data-rich-text-tree={JSON.stringify(tree)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(name, hint, error)}
        defaultValue={defaultValue}
      />
      <FieldNotes id={name} hint={hint} error={error} />
    </div>
  );
}

const htmlHint =
  'HTML, because the editor needs JavaScript: h2, h3, p, ul, ol, table, strong, em, a. ' +
  'Everything else becomes text.';
