import type { Route } from './+types/new-post.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { redirectWithMessage } from '#admin/frame/respond.ts';
import { toUtcFields } from '#admin/frame/zoned-time.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { PostForm } from './post-fields.tsx';
import { getPostScreen } from './post-screens.ts';

export const handle: AdminHandle = { verb: 'post.edit' };

export function loader({ context, pattern }: Route.LoaderArgs) {
  const { title, noun, listPath } = getPostScreen(pattern);
  const { actor, form } = context.get(staffContext);
  const { content } = context.get(appContext);
  const tree = content.body.read(form.fields['html'] ?? '');
  return { noun, back: { label: title, href: listPath }, tree, staffId: actor.staffId };
}

export async function action({ context, pattern }: Route.ActionArgs) {
  const { kind, listPath } = getPostScreen(pattern);
  const { actor, form } = context.get(staffContext);
  const { content, store } = context.get(appContext);
  const fields = toUtcFields(form.fields, 'createdAt', await store.getTimeZone());
  const created = fields.ok
    ? await content.posts.editing[kind].create(actor, fields.value)
    : fields;
  if (!created.ok) return respondRejected(created, form.fields, { intent: 'save' });
  return redirectWithMessage(context, `${listPath}/${created.value.id}`, 'Saved.');
}

/** A form for a post that does not exist yet. */
export default function NewPost({ loaderData, actionData }: Route.ComponentProps) {
  const { noun, back, tree, staffId } = loaderData;
  return (
    <AdminPage title={`New ${noun[0]}`} back={back}>
      <PostForm post={undefined} tree={tree} staffId={staffId} rejected={actionData} />
    </AdminPage>
  );
}
