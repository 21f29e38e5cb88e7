import { data } from 'react-router';
import type { Route } from './+types/email.ts';
import { emailKeys, type EmailKey, type EmailWords } from '#core/kernel/email-words.model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { SavedNow } from '#admin/frame/form-revision.tsx';
import { fieldProps, TextAreaField, TextField } from '#admin/frame/fields.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { DefaultSubmit } from '#admin/frame/row-fields.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { readIntent, type FieldValues, type RejectedForm } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { readVersion } from './settings-part.ts';

export const handle: AdminHandle = { verb: 'settings.edit' };

const listPath = '/admin/settings/emails';

function readKey(text: string): EmailKey {
  const key = emailKeys.find((one) => one === text);
  if (!key) throw data(null, { status: 404 });
  return key;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor, form } = context.get(staffContext);
  const key = readKey(params.key);
  const { emailTexts, store } = context.get(appContext);
  const { fields } = form;
  const email = unwrap(await emailTexts.get(actor, key));
  const { version } = await store.getSettingsInForce();
  const basedOn = readVersion(fields) ?? version;
  if (basedOn >= version) return { ...email, version, savedNow: [] };
  const seen = (await store.getVersion(basedOn)).emails[key] ?? email.builtIn;
  const savedNow = fields['preview'] === '1' ? [] : listSavedNow(seen, email.words, fields);
  return { ...email, version: savedNow.length > 0 ? version : basedOn, savedNow };
}

const fieldLabels = { subject: 'Subject', text: 'Text below the greeting' } as const;

/**
 * Returns the fields that somebody saved since the form was opened, if they differ from what was
 * typed.
 */
const listSavedNow = (
  seen: EmailWords,
  saved: EmailWords,
  typed: FieldValues,
): (readonly [string, string])[] =>
  (['subject', 'text'] as const)
    .filter((name) => {
      const own = typed[name]?.replaceAll('\r\n', '\n').trim();
      return saved[name] !== seen[name] && saved[name] !== own;
    })
    .map((name) => [fieldLabels[name], saved[name]]);

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { emailTexts } = context.get(appContext);
  const key = readKey(params.key);
  const { fields } = form;
  const intent = readIntent(['save', 'reset'], fields['intent']);
  if (!intent) return respondRejected(unknownForm, fields);
  if (intent === 'save' && fields['preview'] === '1') {
    const seen = await emailTexts.get(actor, key, fields);
    if (!seen.ok) return respondRejected(seen, fields, { intent });
    const typed: Typed = { ok: false, intent: 'preview', message: '', errors: {}, values: fields };
    return data({ ...typed, preview: seen.value.preview });
  }
  const done =
    intent === 'reset'
      ? await emailTexts.reset(actor, key)
      : await emailTexts.change(actor, key, fields);
  if (!done.ok) return respondRejected(done, fields, { intent });
  const message =
    intent === 'reset' ? 'The built-in words were restored.' : 'The words were saved.';
  return redirectWithMessage(context, `${listPath}/${key}`, message);
}

type EmailPreview = { readonly subject: string; readonly text: string; readonly html: string };
type Typed = RejectedForm & { readonly preview?: EmailPreview };

/** The words of one email, and how it looks with them. */
export default function EditEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { builtIn, words, isChanged, version, savedNow } = loaderData;
  const rejected: Typed | undefined = actionData;
  const preview = rejected?.preview ?? loaderData.preview;
  return (
    <AdminPage
      title={builtIn.title}
      back={{ label: 'Emails', href: listPath }}
      facts={
        <Badge tone={isChanged ? 'good' : 'plain'}>{isChanged ? 'Your own' : 'Built in'}</Badge>
      }
      actions={
        isChanged && (
          <IntentButton intent="reset" label="Back to the built-in words" busyLabel="Resetting…" />
        )
      }
    >
      <AdminForm intent="save" rejected={rejected} className="admin-form admin-wide-form">
        <DefaultSubmit />
        <input type="hidden" name="version" value={version} />
        <SavedNow saved={savedNow} />
        <TextField
          label={fieldLabels.subject}
          maxLength={150}
          required
          {...fieldProps('subject', words.subject, rejected)}
        />
        <TextAreaField
          label={fieldLabels.text}
          hint={'An empty line starts a new paragraph. Buttons, facts and required sentences stay.'}
          rows={7}
          required
          {...fieldProps('text', words.text, rejected)}
        />
        <Placeholders placeholders={builtIn.placeholders} />
        <div className="admin-buttons">
          <SubmitButton busyLabel="Saving…">Save</SubmitButton>
          <button
            className="admin-button"
            name="preview"
            value="1"
            formAction="#preview"
            formNoValidate
          >
            Preview
          </button>
          <a href={listPath}>Cancel</a>
        </div>
      </AdminForm>
      <Preview preview={preview} />
    </AdminPage>
  );
}

const Preview = ({ preview }: { readonly preview: EmailPreview }) => (
  <AdminSection title="Preview" id="preview">
    <p>
      <b>{preview.subject}</b>
    </p>
    <iframe className="admin-email-preview" title="The email" sandbox="" srcDoc={preview.html} />
    <details>
      <summary>As plain text</summary>
      <pre className="admin-email-text">{preview.text}</pre>
    </details>
  </AdminSection>
);

function Placeholders({
  placeholders,
}: {
  readonly placeholders: Readonly<Record<string, string>>;
}) {
  const names = Object.entries(placeholders);
  if (names.length === 0) return null;
  return (
    <ul className="admin-by">
      {names.map(([name, what]) => (
        <li key={name}>
          <code>{`{${name}}`}</code> {what.charAt(0).toLowerCase() + what.slice(1)}
        </li>
      ))}
    </ul>
  );
}
