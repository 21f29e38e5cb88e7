import type { Route } from './+types/policies.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import { RowTable } from '#admin/frame/row-table.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';
import { formatDate } from '#ui/format.ts';
import { policyPages } from './policy-pages.ts';

export const handle: AdminHandle = { verb: 'policy.publish' };

export async function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  return unwrap(await context.get(appContext).policies.list(actor));
}

type Row = Route.ComponentProps['loaderData'][number];

const renderName = ({ name }: Row) => (
  <a href={`/admin/content/policies/${name}`}>{policyPages[name].label}</a>
);

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

/** The legal texts, and which of them wait for their owner. */
export default function Policies({ loaderData }: Route.ComponentProps) {
  return (
    <AdminPage title="Policies">
      <RowTable<Row>
        caption="Policies"
        rows={loaderData}
        rowKey={({ name }) => name}
        empty=""
        columns={[
          ['Policy', renderName],
          ['Address', ({ name }) => policyPages[name].path],
          ['State', renderState],
          ['Updated', ({ inForce }) => (inForce ? formatDate(inForce.updatedOn) : 'never')],
          ['Next text', renderDraft],
        ]}
      />
    </AdminPage>
  );
}
