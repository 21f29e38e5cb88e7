import type { Route } from './+types/picture.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm, FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge, DefinitionList } from '#admin/frame/blocks.tsx';
import { fieldProps, TextAreaField } from '#admin/frame/fields.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import {
  maxAlternativeTextLength,
  type PictureDetail,
  type PictureUse,
} from '#core/media/model.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm, readIntent, type RejectedForm } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { Picture } from '#ui/picture.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { describeSize } from './picture-facts.tsx';
import { readFiles } from './upload-pictures.ts';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { FileField } from '#admin/frame/picture-field.tsx';
import { FormKey } from '#admin/frame/form-key.tsx';

export const handle: AdminHandle = { verb: 'media.edit' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  return { picture: unwrap(await context.get(appContext).media.read(actor, readId(params.id))) };
}

const messages = {
  describe: 'The text was saved.',
  replace: 'The new picture now replaces the old one everywhere.',
  remove: 'The picture was deleted. You can undo this in the audit log for thirty days.',
};

export async function action({ context, params }: Route.ActionArgs) {
  const { editing } = context.get(appContext).media;
  const { actor, form } = context.get(staffContext);
  const id = readId(params.id);
  const intent = readIntent(['describe', 'replace', 'remove'], form.fields['intent']);
  if (!intent) return respondRejected(unknownForm, form.fields);
  const work = {
    describe: () => editing.describe(actor, id, form.fields),
    remove: () => editing.remove(actor, id),
    replace: async () => {
      const files = readFiles(form);
      if (!files.ok) return files;
      const [file] = files.value;
      return editing.replace(actor, id, { path: file.path, fileName: file.name });
    },
  };
  const done = await work[intent]();
  if (!done.ok) return respondRejected(done, form.fields, { intent });
  const path = intent === 'remove' ? '/admin/media' : `/admin/media/${id}`;
  return redirectWithMessage(context, path, messages[intent]);
}

/** One picture: what it shows, and where it stands. */
export default function EditPicture({ loaderData, actionData }: Route.ComponentProps) {
  const { picture } = loaderData;
  const { name, alternativeText, widthPx, heightPx } = picture;
  return (
    <AdminPage
      title={name.slice(6)}
      back={{ label: 'Media', href: '/admin/media' }}
      facts={alternativeText === '' && <Badge tone="open">Not described</Badge>}
      actions={
        <RemovePicture picture={picture} rejected={findRejectedForm(actionData, 'remove')} />
      }
    >
      <div className="admin-columns">
        <div>
          <a href={paths.picture(name)} className="media-shown">
            <Picture
              src={paths.picture(name)}
              alt={alternativeText || `The picture ${name}`}
              width={Math.min(widthPx, 720)}
              height={Math.round((Math.min(widthPx, 720) / widthPx) * heightPx)}
              isFirst
            />
          </a>
          <DescriptionForm picture={picture} rejected={findRejectedForm(actionData, 'describe')} />
          <ReplaceForm rejected={findRejectedForm(actionData, 'replace')} />
        </div>
        <div>
          <Facts picture={picture} />
          <PictureUses uses={picture.uses} />
        </div>
      </div>
    </AdminPage>
  );
}

const DescriptionForm = (props: {
  readonly picture: PictureDetail;
  readonly rejected: RejectedForm | undefined;
}) => (
  <AdminForm intent="describe" rejected={props.rejected}>
    <TextAreaField
      required
      {...fieldProps('alternativeText', props.picture.alternativeText, props.rejected)}
      label="What it shows"
      hint={
        'Read to people who can’t see it, and by search engines. One sentence; for a ' +
        'chart, what it says. Each text may describe it in its own words.'
      }
      rows={3}
      maxLength={maxAlternativeTextLength}
    />
    <p>
      <SubmitButton busyLabel="Saving…">Save</SubmitButton>
    </p>
  </AdminForm>
);

const Facts = ({ picture }: { readonly picture: PictureDetail }) => (
  <DefinitionList
    rows={[
      ['Name in texts', <code key="name">{picture.name}</code>],
      ['File', picture.fileName],
      ['Size', describeSize(picture)],
      ['Uploaded', <Time key="at" at={picture.uploadedAt} />],
      ['By', picture.uploadedBy],
      ['Replaced', picture.fileNumber === 1 ? 'never' : `${picture.fileNumber - 1} times`],
    ]}
  />
);

/** Another file takes the place of this one. */
const ReplaceForm = ({ rejected }: { readonly rejected: RejectedForm | undefined }) => (
  <AdminSection title="Replace">
    <p className="hint">
      The new picture replaces this one everywhere, within an hour also for visitors who have seen
      the old one. Editions already sold keep the old one.
    </p>
    <form method="post" encType="multipart/form-data" className="admin-form" data-server-checks="">
      <FormKey />
      <input type="hidden" name="intent" value="replace" />
      {rejected && <FormErrors rejected={rejected} />}
      <FileField label="New picture" error={rejected?.message} />
      <p>
        <SubmitButton className="admin-button" busyLabel="Uploading…">
          Replace
        </SubmitButton>
      </p>
    </form>
  </AdminSection>
);

/** Only a picture that nothing shows can be deleted. */
function RemovePicture(props: {
  readonly picture: PictureDetail;
  readonly rejected: RejectedForm | undefined;
}) {
  const { picture, rejected } = props;
  return (
    <>
      {rejected && <FormErrors rejected={rejected} />}
      <ConfirmDialog
        id="remove"
        title={`Delete ${picture.name.slice(6)}?`}
        openLabel="Delete…"
        isDangerous
      >
        {picture.uses.length > 0 ? (
          <p>It is in use, and can be deleted once nothing uses it.</p>
        ) : (
          <>
            <p>Nothing uses it. You can undo this in the audit log for thirty days.</p>
            <AdminForm intent="remove" rejected={undefined}>
              <SubmitButton busyLabel="Deleting…">Delete</SubmitButton>
            </AdminForm>
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

const pages: Readonly<Record<PictureUse['kind'], (id: number) => string>> = {
  report: (id) => `/admin/reports/${id}/edit`,
  draft: (id) => `/admin/reports/${id}/edit`,
  edition: (id) => `/admin/reports/${id}/versions`,
  'blog post': (id) => `/admin/content/blog/${id}`,
  'press release': (id) => `/admin/content/press/${id}`,
  service: (id) => `/admin/services/${id}`,
  question: (id) => `/admin/content/faq/${id}`,
  testimonial: (id) => `/admin/content/testimonials/${id}`,
  'client logo': (id) => `/admin/content/logos/${id}`,
  settings: () => '/admin/settings',
};

/** Where a picture stands, each a link. */
const PictureUses = ({ uses }: { readonly uses: readonly PictureUse[] }) => (
  <AdminSection title="Where it is used">
    {uses.length === 0 ? (
      <p>Nowhere yet.</p>
    ) : (
      <ul className="admin-beside">
        {uses.map(({ kind, id, label }) => (
          <li key={`${kind} ${id} ${label}`}>
            <a className="link" href={pages[kind](id)}>
              {label}
            </a>{' '}
            <span className="admin-by">{kind}</span>
          </li>
        ))}
      </ul>
    )}
  </AdminSection>
);
