import { AdminForm } from '#admin/frame/admin-form.tsx';
import { SavedNow } from '#admin/frame/form-revision.tsx';
import { CheckboxField, fieldProps, TextAreaField, TextField } from '#admin/frame/fields.tsx';
import { RichTextField } from '#admin/frame/rich-text-field.tsx';
import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import type { IssueDetail } from '#core/leads/issues/issues.ts';
import type { RejectedForm } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

export type NamedIndustry = { readonly id: number; readonly name: string };

/** The text of an issue and whom it is for; without `detail`, of a new one. */
export function IssueForm(props: {
  readonly industries: readonly NamedIndustry[];
  readonly detail: IssueDetail | undefined;
  /** The text as the editor shows it. */
  readonly tree: RichText;
  /** The saved text; undefined if the same was typed. */
  readonly savedText: string | undefined;
  readonly staffId: number;
  readonly rejected: RejectedForm | undefined;
}) {
  const { industries, detail, tree, savedText, staffId, rejected } = props;
  const issue = detail?.issue;
  const typed = rejected?.intent === 'save' ? rejected : undefined;
  const isChosen = (id: number): boolean =>
    typed ? typed.values[`industry-${id}`] === '1' : (issue?.industryIds.includes(id) ?? false);
  return (
    <AdminForm intent="save" rejected={rejected} keepsTextOf={staffId}>
      <input type="hidden" name="revision" value={issue?.revision ?? 0} />
      <SavedNow saved={listSaved(issue, { industries, savedText, typed: typed?.values })} />
      <TextField
        label="Subject"
        maxLength={150}
        required
        {...fieldProps('subject', issue?.subject, typed)}
      />
      <TextField
        label="Preheader"
        hint="The line that mail programs show beside the subject."
        maxLength={200}
        {...fieldProps('preheader', issue?.preheader, typed)}
      />
      <RichTextField
        label="Text"
        tree={tree}
        rows={14}
        required
        {...fieldProps('body', detail?.bodyHtml, typed)}
      />
      <TextAreaField
        label="Reports and posts"
        hint="Codes of reports and addresses of posts, one per line, in the order of the email."
        rows={5}
        {...fieldProps('cards', issue?.cardKeys.join('\n'), typed)}
      />
      <AudienceFields industries={industries} isChosen={isChosen} />
      <div className="admin-buttons">
        <SubmitButton busyLabel="Saving…">Save draft</SubmitButton>
      </div>
    </AdminForm>
  );
}

type Typed = {
  readonly industries: readonly NamedIndustry[];
  readonly savedText: string | undefined;
  readonly typed: RejectedForm['values'] | undefined;
};

/**
 * Returns the fields that somebody saved since the form was opened, if they differ from what was
 * typed.
 */
function listSaved(
  issue: IssueDetail['issue'] | undefined,
  { industries, savedText, typed }: Typed,
): (readonly [string, string])[] {
  if (!issue || !typed || typed['revision'] === String(issue.revision)) return [];
  const nameAll = (isIn: (id: number) => boolean): string =>
    industries
      .filter(({ id }) => isIn(id))
      .map(({ name }) => name)
      .join(', ') || 'All subscribers';
  const compared = [
    ['Subject', issue.subject, typed['subject']],
    ['Preheader', issue.preheader, typed['preheader']],
    ['Reports and posts', issue.cardKeys.join('\n'), typed['cards']?.replaceAll('\r\n', '\n')],
    [
      'For',
      nameAll((id) => issue.industryIds.includes(id)),
      nameAll((id) => typed[`industry-${id}`] === '1'),
    ],
  ] as const;
  const others = compared.filter(([, saved, own = '']) => saved !== own.trim());
  const text = savedText === undefined ? [] : [['Text', savedText] as const];
  return [...others.map(([label, saved]) => [label, saved] as const), ...text];
}

const AudienceFields = ({
  industries,
  isChosen,
}: {
  readonly industries: readonly NamedIndustry[];
  readonly isChosen: (id: number) => boolean;
}) => (
  <fieldset className="admin-fieldset">
    <legend>For</legend>
    <p className="admin-by">
      Without a choice it goes to all subscribers. Those who chose no industry get every issue.
    </p>
    <div className="admin-row">
      {industries.map(({ id, name }) => (
        <CheckboxField
          key={id}
          name={`industry-${id}`}
          label={name}
          defaultChecked={isChosen(id)}
        />
      ))}
    </div>
  </fieldset>
);
