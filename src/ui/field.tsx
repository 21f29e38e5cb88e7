import type { InputHTMLAttributes, ReactNode } from 'react';

/** The ids of a field's hint and error, for its `aria-describedby`; undefined without either. */
export const describedBy = (id: string, hint: ReactNode, error: string | undefined) =>
  [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;

/** The text below a field: its error, or else its hint. */
export function FieldNotes({
  id,
  hint,
  error,
}: {
  id: string;
  hint?: ReactNode;
  error: string | undefined;
}) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </>
  );
}

/** A labelled input with its error; `id` if the page has another field of the same name. */
export function Field({
  name,
  id = name,
  label,
  hint,
  error,
  ...rest
}: {
  name: string;
  label: ReactNode;
  /** A sentence below the field that helps to fill it. */
  hint?: ReactNode;
  error?: string | undefined;
} & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        {...rest}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
