import type { InputHTMLAttributes } from 'react';

/** A labelled input with its error under it, announced with it. */
export function Field({ name, label, error, ...rest }: { name: string; label: string; error?: string | undefined } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} aria-invalid={error ? true : undefined} aria-describedby={error ? `${name}-error` : undefined} {...rest} />
      {error && <p id={`${name}-error`} className="error">{error}</p>}
    </div>
  );
}
