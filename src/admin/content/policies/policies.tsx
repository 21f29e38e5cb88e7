import type { Route } from './+types/policies.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { FormErrors } from '#admin/frame/admin-form.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { finishForm, unwrap } from '#admin/frame/respond.ts';
import { RowTable } from '#admin/frame/row-table.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { respondRejected, unknownForm } from '#site/refusal-response.ts';
import { paths } from '#src/paths.ts';
import { formatDate } from '#ui/format.ts';
import { MoveButtons } from '../entry-list.tsx';

export const handle: AdminHandle = { verb: 'policy.publish' };

export async function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  return unwrap(await context.get(appContext).policies.list(actor));
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { intent, direction, id = '' } = form.fields;
  if (intent !== 'move') return respondRejected(unknownForm, form.fields);
  const { pages } = context.get(appContext).policies;
  const moved = await pages.move(actor, id, direction === 'up' ? -1 : 1);
  return finishForm(context, moved, { path: listPath, message: 'The order was changed.' });
}

const listPath = '/admin/content/policies';

type Row = Route.ComponentProps['loaderData'][number];

const renderName = ({ page }: Row) => <a href={`${listPath}/${page.id}`}>{page.name}</a>;

const renderState = ({ inForce, isDraftText }: Row) => {
  if (!inForce) return <Badge tone="bad">Missing</Badge>;
  return isDraftText ? (
    <Badge tone="bad">Says that it is a draft</Badge>
  ) : (
    <Badge tone="good">In force</Badge>
  );
};

const renderDraft = ({ draft }: Row) =>
  draft ? (
    <>
      <Badge tone="open">Draft</Badge> <Time at={draft.savedAt} />, {draft.savedBy}
    </>
  ) : (
    'none'
  );

const renderOrder = ({ page }: Row) => <MoveButtons id={page.id} name={page.name} />;

/** The legal texts, and which of them wait for their owner. */
export default function Policies({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Policies"
      actions={
        <a className="button" href={`${listPath}/new`}>
          New page
        </a>
      }
    >
      {actionData && <FormErrors rejected={actionData} />}
      <RowTable<Row>
        caption="Policies"
        rows={loaderData}
        rowKey={({ page }) => page.id}
        empty=""
        columns={[
          ['Policy', renderName],
          ['Address', ({ page }) => paths.policy(page.address)],
          ['State', renderState],
          ['Updated', ({ inForce }) => (inForce ? formatDate(inForce.updatedOn) : 'never')],
          ['Next text', renderDraft],
          ['Order', renderOrder],
        ]}
      />
    </AdminPage>
  );
}
