import type { Route } from './+types/picture.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge, DefinitionList } from '#admin/frame/blocks.tsx';
import { fieldProps, TextAreaField } from '#admin/frame/fields.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { redirectWithMessage, unwrap } from '#admin/frame/respond.ts';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { maxAlternativeTextLength, type PictureDetail } from '#core/media/model.ts';
import { paths } from '#src/paths.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm, readIntent, type RejectedForm } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { Picture } from '#ui/picture.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { describeSize } from './picture-facts.tsx';
import { RemovePicture, ReplaceForm } from './picture-forms.tsx';
import { readFiles } from './upload-pictures.ts';
import { PictureUses } from './picture-uses.tsx';

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
