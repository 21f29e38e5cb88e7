import { consentText } from '#core/leads/lead-kinds.model.ts';
import { paths } from '#src/paths.ts';
import type { LeadFormField } from '#site/leads/lead-form-fields.ts';

type ControlProps = {
  readonly field: LeadFormField;
  readonly id: string;
  readonly error: string | undefined;
  readonly value: string | undefined;
  readonly optionsHtml: string | undefined;
};

/** One labelled field of an enquiry with its error. */
export function LeadFormControl({ field, id, error, value, optionsHtml }: ControlProps) {
  const isWide = field.control === 'textarea' || field.control === 'file';
  return (
    <div className={`field content-start ${isWide ? 'sm:col-span-2' : ''}`}>
      <label htmlFor={id}>{field.label}</label>
      <Control field={field} id={id} error={error} value={value} optionsHtml={optionsHtml} />
      {error && (
        <p id={`${id}-error`} className="error">
          {error}
        </p>
      )}
    </div>
  );
}

function Control({ field, id, error, value, optionsHtml = '' }: ControlProps) {
  const { name, control = 'input', type = 'text', autoComplete, maxLength, pattern } = field;
  const shared = {
    id,
    name,
    required: true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  } as const;
  if (control === 'textarea')
    return <textarea {...shared} rows={4} maxLength={maxLength} defaultValue={value} />;
  if (control === 'file') return <input {...shared} type="file" accept=".pdf,.doc,.docx,.odt" />;
  if (control === 'input')
    return (
      <input
        {...shared}
        type={type}
        autoComplete={autoComplete}
        maxLength={maxLength}
        pattern={pattern}
        defaultValue={value}
        inputMode={type === 'text' ? undefined : type}
      />
    );
  // The options came with the page's HTML: hydration leaves them as they are.
  return (
    <select
      {...shared}
      autoComplete={autoComplete}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: optionsHtml }}
    />
  );
}

/** The box of consent with the sentence that is agreed to, and links to the policies. */
export function ConsentCheckbox({
  name,
  errorId,
  error,
  isGiven,
}: {
  name: string;
  errorId: string;
  error: string | undefined;
  isGiven: boolean;
}) {
  return (
    <div className="field sm:col-span-2">
      <label className="flex items-start gap-3 font-normal!">
        <input
          type="checkbox"
          name={name}
          value="1"
          required
          defaultChecked={isGiven}
          className="mt-1 size-5! min-h-0! shrink-0 accent-accent"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
        />
        <span>
          {consentText}{' '}
          <a className="link" href={paths.privacyPolicy()}>
            Privacy Policy
          </a>
          ,{' '}
          <a className="link" href={paths.termsAndConditions()}>
            Terms &amp; Conditions
          </a>
        </span>
      </label>
      {error && (
        <p id={errorId} className="error">
          {error}
        </p>
      )}
    </div>
  );
}
