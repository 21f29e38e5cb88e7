import type { InputHTMLAttributes } from 'react';

/** A labelled input with its error; `id` where the page has another field of the same name. */
export function Field({
  name,
  id = name,
  label,
  error,
  ...rest
}: {
  name: string;
  label: string;
  error?: string | undefined;
} & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...rest}
      />
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  );
}
