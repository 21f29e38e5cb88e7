import { useLocation } from 'react-router';
import { SelectField, TextAreaField, TextField, fieldProps } from '#admin/frame/fields.tsx';
import type { AnswerTemplate } from '#core/leads/inbox/templates.ts';
import type { Enquiry } from '#core/leads/inbox/read-enquiry.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import type { FilledAnswer } from './enquiry-actions.ts';
import { FormKey } from '#admin/frame/form-key.tsx';
import { KeptPlace } from '#admin/frame/kept-place.tsx';

type Props = {
  readonly enquiry: Enquiry;
  readonly staffId: number;
  readonly templates: readonly AnswerTemplate[];
  readonly actionData?: RejectedForm | FilledAnswer | undefined;
};

/** Writes and sends an answer. What is typed is kept until it is sent. */
export function AnswerForm({ enquiry, staffId, templates, actionData }: Props) {
  const { draft, answers, kind } = enquiry;
  const answered = actionData && 'ok' in actionData ? actionData : undefined;
  const rejected = answered?.intent === 'answer' ? answered : undefined;
  const filled = actionData && 'filled' in actionData ? actionData.filled : undefined;
  const stored = filled ?? draft ?? { subject: suggestSubject(enquiry), body: '' };
  return (
    <form method="post" className="admin-form" data-server-checks="" data-keeps-text={staffId}>
      <FormKey />
      <KeptPlace />
      <input type="hidden" name="intent" value="answer" />
      <input type="hidden" name="seenAnswerId" value={answers.at(-1)?.id ?? 0} />
      {rejected && <Errors rejected={rejected} />}
      {/* First in the form: Enter in the subject presses this button, and sends nothing. */}
      <TemplateChoice templates={templates} kind={kind} rejected={rejected} />
      <TextField
        label="Subject"
        maxLength={200}
        autoComplete="off"
        required
        {...fieldProps('subject', stored.subject, rejected)}
      />
      <TextAreaField
        label="Answer"
        rows={10}
        maxLength={20_000}
        hint={`To ${enquiry.email}. Replies go to the sales address.`}
        data-key="e"
        autoFocus={filled !== undefined}
        required
        {...fieldProps('body', stored.body, rejected)}
      />
      <Buttons enquiry={enquiry} />
    </form>
  );
}

/** Why an answer was refused that can't be sent now, with its text: somebody wrote it. */
export function UnsentAnswer({ actionData }: Pick<Props, 'actionData'>) {
  const rejected = actionData && 'ok' in actionData ? actionData : undefined;
  if (rejected?.intent !== 'answer') return null;
  const { subject = '', body = '' } = rejected.values;
  return (
    <div className="admin-stack">
      <Errors rejected={rejected} />
      {body.trim() !== '' && (
        <>
          <p>What you wrote was not sent:</p>
          <blockquote className="admin-note">
            <p>{subject}</p>
            <p className="admin-lines">{body}</p>
          </blockquote>
        </>
      )}
    </div>
  );
}

const Buttons = ({ enquiry: { answers, draft } }: Pick<Props, 'enquiry'>) => (
  <div className="admin-buttons">
    <SubmitButton name="step" value="send" busyLabel="Sending…" data-key="Ctrl+Enter">
      {answers.length > 0 ? 'Send another answer' : 'Send answer'}
    </SubmitButton>
    <SubmitButton
      formAction={`/admin/typed${useLocation().search}`}
      className="admin-button"
      busyLabel="Saving…"
      formNoValidate
    >
      Save draft
    </SubmitButton>
    <span role="status" className="admin-by" data-draft-state>
      {draft ? 'This is your draft.' : ''}
    </span>
    <span className="admin-by with-script">Ctrl+Enter sends.</span>
  </div>
);

/** Puts a template behind what was typed. */
const TemplateChoice = ({
  templates,
  kind,
  rejected,
}: Pick<Props, 'templates'> & {
  readonly kind: Enquiry['kind'];
  readonly rejected: RejectedForm | undefined;
}) => (
  <div className="admin-buttons admin-template">
    <SelectField
      label="Template"
      noneLabel="Choose a template"
      options={sortTemplates(templates, kind)}
      data-key="t"
      {...fieldProps('template', undefined, rejected)}
    />
    <SubmitButton
      name="step"
      value="template"
      className="admin-button"
      busyLabel="Adding…"
      formNoValidate
    >
      Add to the answer
    </SubmitButton>
  </div>
);

const Errors = ({ rejected: { errors, message } }: { readonly rejected: RejectedForm }) => {
  const listed = Object.entries(errors).flatMap(([fieldId, messages]) =>
    messages.map((text) => ({ message: text, fieldId })),
  );
  return (
    <div tabIndex={-1} autoFocus className="admin-errors">
      <ErrorSummary errors={listed.length > 0 ? listed : [{ message }]} />
    </div>
  );
};

const suggestSubject = ({ report }: Enquiry): string =>
  report ? `Your enquiry about ${report.title}`.slice(0, 200) : 'Your enquiry';

/** Templates for this kind of enquiry first. */
const sortTemplates = (
  templates: readonly AnswerTemplate[],
  kind: Enquiry['kind'],
): (readonly [value: string, label: string])[] =>
  [
    ...templates.filter((template) => template.kind === kind),
    ...templates.filter((template) => template.kind !== kind),
  ].map(({ id, name }) => [String(id), name]);
