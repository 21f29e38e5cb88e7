import type { Route } from './+types/policy.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { FormVersion, listText, type VersionField } from '#admin/frame/form-version.tsx';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { RichTextField } from '#admin/frame/rich-text-field.tsx';
import { DefaultSubmit } from '#admin/frame/row-fields.tsx';
import { RowTable } from '#admin/frame/row-table.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { readIntent } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { formatDate } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { readSavedText } from '../saved-text.ts';
import { policyPages, readPolicyName } from './policy-pages.ts';

export const handle: AdminHandle = { verb: 'policy.publish' };

const listPath = '/admin/content/policies';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor, form } = context.get(staffContext);
  const name = readPolicyName(params.name);
  const found = unwrap(await context.get(appContext).policies.get(actor, name));
  const { html = '' } = found.draft ?? found.inForce ?? {};
  const savedText = readSavedText(context.get(appContext), html, form.fields['html']);
  return { name, ...found, savedText, staffId: actor.staffId };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { policies } = context.get(appContext);
  const name = readPolicyName(params.name);
  const { fields } = form;
  const intent = readIntent(['save', 'discard'], fields['intent']);
  if (!intent) return respondRejected(unknownForm, fields);
  const path = `${listPath}/${name}`;
  if (intent === 'discard') {
    const discarded = await policies.discardDraft(actor, name);
    if (!discarded.ok) return respondRejected(discarded, fields, { intent });
    return redirectWithMessage(context, path, 'The draft was discarded.');
  }
  const isPublishing = fields['publish'] === '1';
  const saved = isPublishing
    ? await policies.publish(actor, name, fields)
    : await policies.saveDraft(actor, name, fields);
  if (!saved.ok) return respondRejected(saved, fields, { intent });
  const message = isPublishing
    ? 'Published: visitors now see it.'
    : 'The draft was saved. Visitors still read the text in force.';
  return redirectWithMessage(context, path, message);
}

/** One legal text: its next one, and all that were published. */
export default function Policy({ loaderData, actionData }: Route.ComponentProps) {
  const { name, inForce, draft, tree, version, staffId } = loaderData;
  const { label, path } = policyPages[name];
  const text = draft ?? inForce;
  return (
    <AdminPage
      title={label}
      back={{ label: 'Policies', href: listPath }}
      facts={<Facts path={path} draft={draft} inForce={inForce} />}
      actions={
        draft && <IntentButton intent="discard" label="Discard the draft" busyLabel="Discarding…" />
      }
    >
      <AdminForm
        intent="save"
        rejected={actionData}
        className="admin-form wide"
        keepsTextOf={staffId}
      >
        <DefaultSubmit />
        <FormVersion
          version={version}
          rejected={actionData}
          fields={listFields(text, loaderData.savedText)}
        />
        <TextField
          label="Title"
          maxLength={120}
          {...fieldProps('title', text?.title, actionData)}
        />
        <TextField
          label="Description for search engines"
          maxLength={300}
          {...fieldProps('description', text?.description, actionData)}
        />
        <RichTextField label="Text" tree={tree} {...fieldProps('html', text?.html, actionData)} />
        <div className="admin-buttons">
          <SubmitButton busyLabel="Saving…">Save the draft</SubmitButton>
          <button className="admin-button" name="publish" value="1">
            Publish
          </button>
        </div>
        <p className="admin-by">
          Publishing dates it today. An order keeps the terms under which it was placed.
        </p>
      </AdminForm>
      <Versions name={name} versions={loaderData.versions} />
    </AdminPage>
  );
}

const listFields = (
  text: LoaderData['inForce'] | LoaderData['draft'],
  savedText: string | undefined,
): VersionField[] => [
  ['title', 'Title', text?.title],
  ['description', 'Description for search engines', text?.description],
  ...listText('html', 'Text', savedText),
];

const Facts = ({
  path,
  draft,
  inForce,
}: Pick<LoaderData, 'draft' | 'inForce'> & { readonly path: string }) => (
  <>
    {draft ? (
      <Badge tone="open">Draft</Badge>
    ) : (
      <Badge tone={inForce ? 'good' : 'bad'}>{inForce ? 'In force' : 'Missing'}</Badge>
    )}
    {draft && (
      <span>
        saved <Time at={draft.savedAt} /> by {draft.savedBy}
      </span>
    )}
    {inForce && <a href={path}>The page, updated {formatDate(inForce.updatedOn)}</a>}
  </>
);

type LoaderData = Route.ComponentProps['loaderData'];
type Version = LoaderData['versions'][number];

const Versions = ({ name, versions }: Pick<LoaderData, 'name' | 'versions'>) => {
  const renderNumber = ({ number }: Version) => (
    <a href={`${listPath}/${name}/${number}`}>Version {number}</a>
  );
  return (
    <AdminSection title="Published texts">
      <RowTable<Version>
        caption="Published texts"
        rows={versions}
        rowKey={({ number }) => String(number)}
        empty="None was published yet."
        columns={[
          ['Version', renderNumber],
          ['Dated', ({ updatedOn }) => formatDate(updatedOn)],
          ['Published', renderPublished],
          ...(name === 'terms' ? [['Orders', ({ orders }: Version) => orders] as const] : []),
        ]}
      />
    </AdminSection>
  );
};

const renderPublished = ({ publishedAt, publishedBy }: Version) => (
  <>
    <Time at={publishedAt} />, {publishedBy}
  </>
);
