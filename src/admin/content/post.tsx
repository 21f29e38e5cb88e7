import type { Route } from './+types/post.ts';
import { postStateNames, type EditedPost } from '#core/content/post.model.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { unwrap } from '#admin/frame/respond.ts';
import { ChangedBy } from '#admin/frame/times.tsx';
import { toUtcFields } from '#admin/frame/zoned-time.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { findRejectedForm, readIntent } from '#site/form-fields.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { BinDialog, UnbinNote } from './bin-forms.tsx';
import { editIntents, finishEdit } from './finish-edit.ts';
import { PostForm } from './post-fields.tsx';
import { readSavedText } from './saved-text.ts';
import { getPostScreen, stateTones } from './post-screens.ts';

export const handle: AdminHandle = { verb: 'post.edit' };

export async function loader({ context, params, pattern }: Route.LoaderArgs) {
  const { kind, title, listPath, publicPath } = getPostScreen(pattern);
  const { actor, form, may } = context.get(staffContext);
  const { content } = context.get(appContext);
  const editing = content.posts.editing[kind];
  const post = unwrap(await editing.get(actor, readId(params.id)));
  return {
    post,
    tree: content.body.read(form.fields['html'] ?? post.html),
    savedText: readSavedText({ content }, post.html, form.fields['html']),
    back: { label: title, href: listPath },
    shownAt:
      post.state === 'published'
        ? { label: 'View on the site', href: publicPath(post.slug) }
        : { label: 'Preview', href: editing.makePreviewPath(post) },
    staffId: actor.staffId,
    mayDelete: may('content.delete-for-ever'),
  };
}

export async function action({ context, params, pattern }: Route.ActionArgs) {
  const { kind, listPath } = getPostScreen(pattern);
  const { actor, form } = context.get(staffContext);
  const { content, store } = context.get(appContext);
  const editing = content.posts.editing[kind];
  const id = readId(params.id);
  const intent = readIntent(editIntents, form.fields['intent']);
  if (!intent) return respondRejected(unknownForm, form.fields);
  const does = {
    save: async () => {
      const fields = toUtcFields(form.fields, 'createdAt', await store.getTimeZone());
      return fields.ok ? editing.change(actor, id, fields.value) : fields;
    },
    bin: () => editing.moveToBin(actor, id),
    unbin: () => editing.takeOutOfBin(actor, id),
    delete: () => editing.deleteForEver(actor, id),
  };
  const done = await does[intent]();
  return finishEdit(context, done, { intent, listPath, path: `${listPath}/${id}` });
}

/** One blog post or press release. */
export default function EditPost({ loaderData, actionData }: Route.ComponentProps) {
  const { post, tree, savedText, back, shownAt, staffId, mayDelete } = loaderData;
  return (
    <AdminPage
      title={post.name}
      back={back}
      facts={<Facts post={post} />}
      actions={
        post.binnedAt ? undefined : (
          <>
            <a className="admin-button" href={shownAt.href} target="_blank" rel="noopener">
              {shownAt.label}
            </a>
            <BinDialog name={post.name} answer={actionData} />
          </>
        )
      }
    >
      {post.binnedAt ? (
        <UnbinNote name={post.name} answer={actionData} mayDelete={mayDelete} />
      ) : (
        <PostForm
          post={post}
          tree={tree}
          savedText={savedText}
          staffId={staffId}
          rejected={findRejectedForm(actionData, 'save')}
        />
      )}
    </AdminPage>
  );
}

const Facts = ({ post: { state, binnedAt, changedAt, changedBy } }: { post: EditedPost }) => (
  <>
    <Badge tone={binnedAt ? 'bad' : stateTones[state]}>
      {binnedAt ? 'In the bin' : postStateNames[state]}
    </Badge>
    {changedAt && (
      <span>
        Changed <ChangedBy at={changedAt} by={changedBy} />
      </span>
    )}
  </>
);
