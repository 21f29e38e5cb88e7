import { leadForms } from '#site/leads/lead-form-fields.ts';
import { texts } from '#site/texts.ts';
import { Alert } from '#ui/alert.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { FormCaptcha } from './form-captcha.tsx';
import { ConsentCheckbox, LeadFormControl } from './lead-form-controls.tsx';
import { useLeadForm, type LeadFormProps } from './use-lead-form.ts';

/**
 * A visitor's enquiry: without script a plain post, with it answered in place, with its captcha.
 */
export function LeadForm(props: LeadFormProps) {
  const { kind, id, pagePath, reportCode, captcha, optionsHtml, rejected, values } = props;
  const spec = leadForms[kind];
  const { ref, isHydrated, isSending, state, errors, message, note, captchaState, submit } =
    useLeadForm(props);
  return (
    <form
      ref={ref}
      method="post"
      noValidate={isHydrated}
      onSubmit={(event) => void submit(event)}
      encType={kind === 'career' ? 'multipart/form-data' : undefined}
      className="grid gap-4 sm:grid-cols-2"
      aria-busy={isSending}
    >
      <FormMessage message={message} note={note} isError={state.status !== 'sent'} />
      <input type="hidden" name="page" value={pagePath} />
      {reportCode !== undefined && <input type="hidden" name="report_id" value={reportCode} />}
      {spec.fields.map((field) => (
        <LeadFormControl
          key={field.name}
          field={field}
          id={`${id}-${field.name}`}
          error={errors[field.name]?.[0]}
          value={rejected?.values[field.name] ?? values?.[field.name]}
          optionsHtml={optionsHtml}
        />
      ))}
      {spec.consentFieldName !== undefined && (
        <ConsentCheckbox
          name={spec.consentFieldName}
          errorId={`${id}-consent-error`}
          error={errors[spec.consentFieldName]?.[0]}
          isGiven={rejected?.values[spec.consentFieldName] === '1'}
        />
      )}
      {spec.needsCaptcha && (
        <div className="sm:col-span-2">
          <FormCaptcha
            {...captchaState}
            config={captcha}
            isHydrated={isHydrated}
            error={captchaState.error || errors['turnstile_token']?.[0] || ''}
          />
        </div>
      )}
      <SendButton isSending={isSending} label={spec.buttonLabel} />
    </form>
  );
}

function SendButton({ isSending, label }: { isSending: boolean; label: string }) {
  return (
    <p className="sm:col-span-2">
      <SubmitButton isSending={isSending} busyLabel={texts.sending}>
        {label}
      </SubmitButton>
    </p>
  );
}

function FormMessage(props: { message: string; note: string; isError: boolean }) {
  const { message, note, isError } = props;
  if (message === '') return null;
  return (
    <div className="sm:col-span-2">
      <Alert kind={isError ? 'error' : 'note'}>{message}</Alert>
      {note && <p className="mt-2">{note}</p>}
    </div>
  );
}

export default LeadForm;
