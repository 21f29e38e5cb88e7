import type { Route } from './+types/policy.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm, FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { FormRevision, listText, type RevisionField } from '#admin/frame/form-revision.tsx';
import { fieldProps, TextField } from '#admin/frame/fields.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { finishForm, redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { RichTextField } from '#admin/frame/rich-text-field.tsx';
import { DefaultSubmit } from '#admin/frame/row-fields.tsx';
import { RowTable } from '#admin/frame/row-table.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { isSpecified } from '#core/store/policies/page.model.ts';
import { appContext } from '#site/context.ts';
import { readIntent, type RejectedForm } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { paths } from '#src/paths.ts';
import { formatDate } from '#ui/format.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { readSavedText } from '../saved-text.ts';
import { PageFields } from './page-fields.tsx';

export const handle: AdminHandle = { verb: 'policy.publish' };

const listPath = '/admin/content/policies';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor, form } = context.get(staffContext);
  const found = unwrap(await context.get(appContext).policies.get(actor, params.name));
  const { html = '' } = found.draft ?? found.inForce ?? {};
  const savedText = readSavedText(context.get(appContext), html, form.fields['html']);
  return { ...found, savedText, staffId: actor.staffId };
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { policies } = context.get(appContext);
  const { name } = params;
  const { fields } = form;
  const intent = readIntent(['save', 'discard', 'page', 'remove'], fields['intent']);
  if (!intent) return respondRejected(unknownForm, fields);
  const path = `${listPath}/${name}`;
  if (intent === 'page') {
    const changed = await policies.pages.change(actor, name, fields);
    return finishForm(context, changed, { path, message: 'The page was changed.', intent });
  }
  if (intent === 'remove') {
    const removed = await policies.pages.remove(actor, name);
    return finishForm(context, removed, {
      path: listPath,
      message: 'The page was removed.',
      intent,
    });
  }
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
  const { page, inForce, draft, tree, revision, staffId } = loaderData;
  const text = draft ?? inForce;
  const isOfPage = actionData?.intent === 'page' || actionData?.intent === 'remove';
  const rejected = isOfPage ? undefined : actionData;
  return (
    <AdminPage
      title={page.name}
      back={{ label: 'Policies', href: listPath }}
      facts={<Facts path={paths.policy(page.address)} draft={draft} inForce={inForce} />}
      actions={
        draft && <IntentButton intent="discard" label="Discard the draft" busyLabel="Discarding…" />
      }
    >
      <AdminForm
        intent="save"
        rejected={rejected}
        className="admin-form wide"
        keepsTextOf={staffId}
      >
        <DefaultSubmit />
        <FormRevision
          revision={revision}
          rejected={rejected}
          fields={listFields(text, loaderData.savedText)}
        />
        <TextField
          label="Title"
          maxLength={120}
          required
          {...fieldProps('title', text?.title, rejected)}
        />
        <TextField
          label="Description for search engines"
          maxLength={300}
          {...fieldProps('description', text?.description, rejected)}
        />
        <RichTextField
          label="Text"
          tree={tree}
          required
          {...fieldProps('html', text?.html, rejected)}
        />
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
      <ThePage {...loaderData} rejected={actionData} />
      <Versions name={page.id} versions={loaderData.versions} />
    </AdminPage>
  );
}

/** The form of the row: the specification's pages stay where they are. */
const ThePage = (props: LoaderData & { readonly rejected: RejectedForm | undefined }) => {
  const { page, footer, pageVersion, rejected } = props;
  const isOwn = !isSpecified(page.id);
  const own = rejected?.intent === 'page' ? rejected : undefined;
  return (
    <AdminSection
      title="The page"
      aside={
        isOwn && <IntentButton intent="remove" label="Remove the page" busyLabel="Removing…" />
      }
    >
      {rejected?.intent === 'remove' && <FormErrors rejected={rejected} />}
      <AdminForm intent="page" rejected={rejected} className="admin-form" idPrefix="page-">
        <FormRevision
          revision={pageVersion}
          rejected={own}
          fields={[
            ['name', 'Name', page.name],
            ...(isOwn ? [['address', 'Address', paths.policy(page.address)] as const] : []),
            ['words', 'Words that find it', page.words],
          ]}
        />
        <PageFields page={page} footer={footer} rejected={own} isFixed={!isOwn} />
        <div className="admin-buttons">
          <SubmitButton className="admin-button" busyLabel="Saving…">
            Save the page
          </SubmitButton>
        </div>
      </AdminForm>
    </AdminSection>
  );
};

const listFields = (
  text: LoaderData['inForce'] | LoaderData['draft'],
  savedText: string | undefined,
): RevisionField[] => [
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

const Versions = (props: Pick<LoaderData, 'versions'> & { readonly name: string }) => {
  const { name, versions } = props;
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
