import type { Route } from './+types/emails.ts';
import { staffContext } from '#admin/context.ts';
import { AdminPage } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import { RowTable } from '#admin/frame/row-table.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import { appContext } from '#site/context.ts';

export const handle: AdminHandle = { verb: 'settings.edit' };

export async function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  return unwrap(await context.get(appContext).emailTexts.list(actor));
}

type Row = Route.ComponentProps['loaderData'][number];

const renderTitle = ({ key, title }: Row) => <a href={`/admin/settings/emails/${key}`}>{title}</a>;

const renderWords = ({ isChanged }: Row) =>
  isChanged ? <Badge tone="good">Your own</Badge> : <Badge>Built in</Badge>;

/** Every email to customers, and whose words it has. */
export default function Emails({ loaderData }: Route.ComponentProps) {
  return (
    <AdminPage title="Emails" back={{ label: 'Settings', href: '/admin/settings' }}>
      <RowTable<Row>
        caption="Emails"
        rows={loaderData}
        rowKey={({ key }) => key}
        empty=""
        columns={[
          ['Email', renderTitle],
          ['Subject', ({ subject }) => subject],
          ['Words', renderWords],
        ]}
      />
      <p className="admin-by">
        Greeting and signature of all emails are among the{' '}
        <a href="/admin/content/site/texts">short texts</a>. Emails to staff can’t be changed.
      </p>
    </AdminPage>
  );
}
