import type { Route } from './+types/webhooks.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { unwrap } from '#admin/frame/respond.ts';
import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { AdminHandle } from '#admin/page-handle.ts';
import type { WebhookEndpoint } from '#core/webhooks/model.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { NewSecret } from './new-secret.tsx';
import { readWebhookForm, renderWebhookFields, webhooksPath } from './webhook-fields.tsx';

export const handle: AdminHandle = { verb: 'webhook.edit' };

export async function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  return { endpoints: unwrap(await context.get(appContext).webhooks.endpoints.list(actor)) };
}

export async function action({ context }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { endpoints } = context.get(appContext).webhooks;
  const created = await endpoints.create(actor, readWebhookForm(form.fields));
  return created.ok ? { created: created.value } : respondRejected(created, form.fields);
}

/** Where other programs hear of what happens. */
export default function Webhooks({ loaderData: { endpoints }, actionData }: Route.ComponentProps) {
  const rejected = actionData && 'errors' in actionData ? actionData : undefined;
  const created = actionData && 'created' in actionData ? actionData.created : undefined;
  return (
    <AdminPage title="Webhooks" back={{ label: 'Settings', href: '/admin/settings' }}>
      {created && <NewSecret secret={created.secret} />}
      <RowTable
        caption="Webhooks"
        rows={endpoints}
        rowKey={({ id }) => String(id)}
        empty="No program is told about events yet."
        columns={columns}
      />
      <AdminSection title="New webhook">
        <p className="admin-by">
          The events you choose are posted to the address as they happen, signed, and retried for a
          day. docs/webhooks.md says what is in it and how your program checks it.
        </p>
        <AdminForm intent="create" rejected={rejected}>
          {renderWebhookFields({ endpoint: undefined, rejected })}
          <div className="admin-buttons">
            <SubmitButton busyLabel="Creating…">Create webhook</SubmitButton>
          </div>
        </AdminForm>
      </AdminSection>
    </AdminPage>
  );
}

const columns: readonly RowColumn<WebhookEndpoint>[] = [
  [
    'Address',
    ({ id, url }) => (
      <a className="admin-break" href={`${webhooksPath}/${id}`}>
        {url}
      </a>
    ),
  ],
  ['Events', ({ events }) => events.join(', ')],
  ['State', (endpoint) => <WebhookState {...endpoint} />],
];

const WebhookState = ({ disabledAt, failingSince }: WebhookEndpoint) => {
  if (disabledAt) return <Badge>Disabled</Badge>;
  if (!failingSince) return <Badge tone="good">In use</Badge>;
  return (
    <>
      <Badge tone="bad">Failing</Badge> since <Time at={failingSince} />
    </>
  );
};
