import type { Route } from './+types/issue.ts';
import type { App } from '#core/app.ts';
import { staffContext } from '#admin/context.ts';
import { readSavedText } from '#admin/content/saved-text.ts';
import { FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { readFieldId, readId } from '#admin/frame/read-id.ts';
import { finishIntent, redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { formatInZone, readZonedTime } from '#admin/frame/zoned-time.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { appContext } from '#site/context.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { IssueFacts } from './issue-facts.tsx';
import { IssueForm } from './issue-form.tsx';
import { IssueSending } from './issue-sending.tsx';
import { countPeople, IssueBadge } from './issue-words.tsx';

export const handle: AdminHandle = { verb: 'newsletter.edit' };

const listPath = '/admin/issues';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor, form } = context.get(staffContext);
  const { leads, content } = context.get(appContext);
  const { issues } = leads;
  const industries = unwrap(await issues.editing.listIndustries(actor));
  // What was typed stays in the editor if the form was refused.
  const typed = form.fields['body'];
  if (params.id === 'new') {
    const tree = content.body.read(typed ?? '');
    const nothing = { detail: undefined, email: undefined, mailbox: '', savedText: undefined };
    return { ...nothing, industries, tree, staffId: actor.staffId };
  }
  const id = readId(params.id);
  const detail = unwrap(await issues.editing.get(actor, id));
  const { html, text } = unwrap(await issues.editing.preview(actor, id));
  const tree = typed === undefined ? detail.issue.body : content.body.read(typed);
  const { email: mailbox, staffId } = actor;
  const savedText = readSavedText({ content }, detail.bodyHtml, typed);
  return { industries, detail, email: { html, text }, mailbox, tree, savedText, staffId };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const app = context.get(appContext);
  const { fields } = form;
  const { intent = '' } = fields;
  if (params.id === 'new') {
    if (intent !== 'save') return respondRejected(unknownForm, fields);
    const created = await app.leads.issues.editing.create(actor, fields);
    if (!created.ok) return respondRejected(created, fields, { intent });
    const path = `${listPath}/${created.value.id}`;
    return redirectWithMessage(context, path, 'The draft was saved.');
  }
  const id = readId(params.id);
  const done = await doIntent(app, actor, id, fields);
  return finishIntent(context, done, intent === 'delete' ? listPath : `${listPath}/${id}`);
}

type Fields = Readonly<Record<string, string>>;

/** Does what the button asks for and returns it as a sentence. */
async function doIntent(
  app: App,
  actor: StaffActor,
  id: number,
  fields: Fields,
): Promise<Outcome<string>> {
  const { issues } = app.leads;
  const { intent } = fields;
  const revision = readFieldId(fields['revision']);
  const say = (sentence: string, done: Outcome<unknown>) => (done.ok ? ok(sentence) : done);
  if (intent === 'save')
    return say('The draft was saved.', await issues.editing.change(actor, id, fields));
  if (intent === 'delete')
    return say('The draft was deleted.', await issues.editing.remove(actor, id));
  if (intent === 'test')
    return say(
      `The mail server took a test to ${actor.email}.`,
      await issues.editing.sendTest(actor, id),
    );
  if (intent === 'unschedule')
    return say('Nothing is scheduled any more.', await issues.sending.unschedule(actor, id));
  if (intent === 'stop')
    return say('Nobody else gets this issue.', await issues.sending.stop(actor, id));
  if (intent === 'resume') return say('Sending continues.', await issues.sending.resume(actor, id));
  if (intent === 'again-unclear' || intent === 'again-failed') {
    const state = intent === 'again-unclear' ? 'unclear' : 'failed';
    const recipientId = readRecipient(fields['recipient']);
    const again = await issues.sending.sendAgain(actor, id, { state, recipientId });
    return again.ok ? ok(`It goes to ${countPeople(again.value.recipients)} again.`) : again;
  }
  if (intent === 'schedule') return schedule(app, actor, id, fields);
  if (intent !== 'send') return fail('malformed', 'Choose what to do.');
  const sent = await issues.sending.send(actor, id, revision);
  return sent.ok ? ok(`It goes to ${countPeople(sent.value.recipients)} now.`) : sent;
}

/** One recipient, or all of them if none is named. */
const readRecipient = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : readId(text);

async function schedule(
  { leads, store }: App,
  actor: StaffActor,
  id: number,
  fields: Fields,
): Promise<Outcome<string>> {
  const storeZone = await store.getTimeZone();
  const read = readZonedTime(fields, 'sendAt', storeZone);
  if (!read.ok) return read;
  const { instant, zone } = read.value;
  const planned = { revision: readFieldId(fields['revision']), sendAt: instant };
  const done = await leads.issues.sending.schedule(actor, id, planned);
  return done.ok ? ok(`It will be sent on ${formatInZone(instant, zone, storeZone)}.`) : done;
}

/** One issue: written, looked at, tested, sent, and what became of it. */
export default function IssuePage({ loaderData, actionData }: Route.ComponentProps) {
  const { industries, detail, email, mailbox, tree, savedText, staffId } = loaderData;
  const form = { industries, tree, savedText, staffId, rejected: actionData };
  const back = { label: 'Newsletter issues', href: listPath };
  if (!detail)
    return (
      <AdminPage title="New issue" back={back}>
        <IssueForm {...form} detail={undefined} />
      </AdminPage>
    );
  const { issue } = detail;
  const isButton = actionData && !['save', 'schedule', 'send'].includes(actionData.intent ?? '');
  return (
    <AdminPage
      title={issue.subject}
      back={back}
      facts={<IssueBadge state={issue.state} />}
      actions={
        <a className="admin-button" href="#preview">
          Preview
        </a>
      }
    >
      {isButton && <FormErrors rejected={actionData} />}
      <div className="admin-columns">
        {issue.state === 'draft' ? (
          <IssueForm {...form} detail={detail} />
        ) : (
          <IssueFacts industries={industries} detail={detail} />
        )}
        <IssueSending detail={detail} mailbox={mailbox} rejected={actionData} />
      </div>
      <IssuePreview email={email} />
    </AdminPage>
  );
}

/** The saved email as mail programs show it, as HTML and as plain text. */
const IssuePreview = ({
  email,
}: {
  readonly email: { readonly html: string; readonly text: string };
}) => (
  <AdminSection title="Preview" id="preview">
    <iframe className="admin-email" title="The email" sandbox="" srcDoc={email.html} />
    <details>
      <summary>As plain text</summary>
      <pre
        className="admin-plain-email"
        role="region"
        tabIndex={0}
        aria-label="The email as plain text"
      >
        {email.text}
      </pre>
    </details>
  </AdminSection>
);
