import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { getFieldProps, type RejectedForm } from '#site/form-fields.ts';
import { describedBy, Field, FieldNotes } from '#ui/field.tsx';

/**
 * The props of a form's field: its name, its error, and the text that it shows, which is what was
 * typed if the form was refused, else what is stored.
 */
export const fieldProps = (
  name: string,
  stored: string | number | null | undefined,
  rejected: RejectedForm | undefined,
): { name: string; error: string | undefined; defaultValue: string | undefined } => {
  const { error, defaultValue } = getFieldProps(name, rejected);
  return { name, error, defaultValue: defaultValue ?? stored?.toString() };
};

type Common = {
  readonly name: string;
  readonly id?: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
};

/** One line of text. */
export const TextField = (props: Common & InputHTMLAttributes<HTMLInputElement>) => (
  <Field {...props} />
);

/** Several lines of text. */
export function TextAreaField({
  name,
  id = name,
  label,
  hint,
  error,
  rows = 4,
  ...rest
}: Common & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={rows}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        {...rest}
      />
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

export type Option = readonly [value: string, label: string];

/** A choice of one. */
export function SelectField(
  props: Common & {
    readonly options: readonly Option[];
    readonly defaultValue?: string | undefined;
    /** The words of "none"; without them there is no such choice. */
    readonly noneLabel?: string;
    readonly required?: boolean;
  },
) {
  const { name, id = name, label, hint, error, options, noneLabel, ...rest } = props;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        {...rest}
      >
        {noneLabel !== undefined && <option value="">{noneLabel}</option>}
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** A yes or no: posts "1", or nothing. */
export function CheckboxField(props: Common & { readonly defaultChecked?: boolean }) {
  const { name, id = name, label, hint, error, defaultChecked } = props;
  return (
    <div className="field admin-check">
      <label htmlFor={id}>
        <input
          id={id}
          name={name}
          type="checkbox"
          value="1"
          defaultChecked={defaultChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
        <span>{label}</span>
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** A day, as "2026-11-22". */
export const DateField = (
  props: Common & { readonly defaultValue?: string | undefined; readonly required?: boolean },
) => <Field type="date" {...props} />;

/** An amount in a currency, as "4000" or "4000.50". */
export const MoneyField = ({
  currency,
  label,
  ...rest
}: Common & {
  readonly currency: string;
  readonly defaultValue?: string | undefined;
  readonly required?: boolean;
}) => (
  <Field
    inputMode="decimal"
    autoComplete="off"
    label={
      <>
        {label} <span className="admin-unit">{currency}</span>
      </>
    }
    {...rest}
  />
);
