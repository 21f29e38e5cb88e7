import type { Route } from './+types/webhook.ts';
import type { App } from '#core/app.ts';
import { staffContext } from '#admin/context.ts';
import { AdminForm, FormErrors } from '#admin/frame/admin-form.tsx';
import { AdminPage, AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { ConfirmDialog } from '#admin/frame/confirm-dialog.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { readId } from '#admin/frame/read-id.ts';
import { finishIntent, unwrap } from '#admin/frame/respond.ts';
import type { AdminHandle } from '#admin/page-handle.ts';
import { fail, ok, type Outcome } from '#core/kernel/outcome.model.ts';
import type { StaffActor } from '#core/staff/model.ts';
import { appContext } from '#site/context.ts';
import { respondRejected } from '#site/refusal-response.ts';
import { SubmitButton } from '#ui/submit-button.tsx';
import { NewSecret } from './new-secret.tsx';
import { readWebhookForm, renderWebhookFields, webhooksPath } from './webhook-fields.tsx';
import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { WebhookAttempt, WebhookDelivery } from '#core/webhooks/model.ts';
import { formatNumber } from '#ui/format.ts';

export const handle: AdminHandle = { verb: 'webhook.edit' };

export async function loader({ context, params }: Route.LoaderArgs) {
  const { actor } = context.get(staffContext);
  const { endpoints } = context.get(appContext).webhooks;
  return unwrap(await endpoints.get(actor, readId(params.id)));
}

export async function action({ context, params }: Route.ActionArgs) {
  const { actor, form } = context.get(staffContext);
  const { endpoints } = context.get(appContext).webhooks;
  const id = readId(params.id);
  const { intent = '' } = form.fields;
  if (intent === 'renew-secret') {
    const renewed = await endpoints.renewSecret(actor, id);
    return renewed.ok ? { secret: renewed.value } : respondRejected(renewed, {}, { intent });
  }
  const done = await doIntent(endpoints, actor, id, form.fields);
  return finishIntent(context, done, intent === 'delete' ? webhooksPath : `${webhooksPath}/${id}`);
}

/** Does what the button asks for and returns it as a sentence. */
async function doIntent(
  endpoints: App['webhooks']['endpoints'],
  actor: StaffActor,
  id: number,
  fields: Readonly<Record<string, string>>,
): Promise<Outcome<string>> {
  const { intent, delivery = '' } = fields;
  const say = (sentence: string, done: Outcome<unknown>) => (done.ok ? ok(sentence) : done);
  if (intent === 'save')
    return say(
      'The webhook was saved.',
      await endpoints.change(actor, id, readWebhookForm(fields)),
    );
  if (intent === 'test')
    return say(
      'The test is being sent. What the endpoint answers stands below in a moment.',
      await endpoints.sendTest(actor, id),
    );
  if (intent === 'replay')
    return say('It will be sent again.', await endpoints.replay(actor, id, Number(delivery)));
  if (intent === 'disable')
    return say('The webhook is disabled.', await endpoints.setDisabled(actor, id, true));
  if (intent === 'enable')
    return say('The webhook is in use.', await endpoints.setDisabled(actor, id, false));
  if (intent === 'delete')
    return say('The webhook was deleted.', await endpoints.remove(actor, id));
  return fail('malformed', 'Choose what to do.');
}

/** One webhook: what it hears of, and what became of each delivery. */
export default function Webhook({ loaderData, actionData }: Route.ComponentProps) {
  const { endpoint, deliveries } = loaderData;
  const rejected = actionData && 'errors' in actionData ? actionData : undefined;
  const secret = actionData && 'secret' in actionData ? actionData.secret : undefined;
  const isSave = rejected?.intent === 'save';
  return (
    <AdminPage
      title={`Webhook to ${new URL(endpoint.url).host}`}
      back={{ label: 'Webhooks', href: webhooksPath }}
      facts={endpoint.disabledAt ? <Badge>Disabled</Badge> : <Badge tone="good">In use</Badge>}
    >
      {secret !== undefined && <NewSecret secret={secret} />}
      {rejected && !isSave && <FormErrors rejected={rejected} />}
      <div className="admin-columns">
        <AdminForm intent="save" rejected={isSave ? rejected : undefined}>
          {renderWebhookFields({ endpoint, rejected: isSave ? rejected : undefined })}
          <div className="admin-buttons">
            <SubmitButton busyLabel="Saving…">Save</SubmitButton>
          </div>
        </AdminForm>
        <WebhookActions isDisabled={endpoint.disabledAt !== null} />
      </div>
      <WebhookDeliveries deliveries={deliveries} isDisabled={endpoint.disabledAt !== null} />
    </AdminPage>
  );
}

const WebhookActions = ({ isDisabled }: { readonly isDisabled: boolean }) => (
  <aside aria-label="What to do">
    <AdminSection title="Use">
      <div className="admin-buttons">
        {!isDisabled && <IntentButton intent="test" label="Send a test" busyLabel="Sending…" />}
        {isDisabled ? (
          <IntentButton intent="enable" label="Enable" busyLabel="Enabling…" />
        ) : (
          <IntentButton intent="disable" label="Disable" busyLabel="Disabling…" />
        )}
        <ConfirmDialog id="delete" title="Delete this webhook?" openLabel="Delete" isDangerous>
          <p>Its deliveries are deleted too.</p>
          <AdminForm intent="delete" rejected={undefined}>
            <SubmitButton className="admin-button" busyLabel="Deleting…" data-danger>
              Delete the webhook
            </SubmitButton>
          </AdminForm>
        </ConfirmDialog>
      </div>
    </AdminSection>
    <AdminSection title="Secret">
      <p className="admin-by">It was shown once, when it was created.</p>
      <ConfirmDialog id="renew-secret" title="Make a new secret?" openLabel="Make a new secret…">
        <p>
          Deliveries are signed with the new one alone from then on: your program refuses them until
          it has it.
        </p>
        <IntentButton intent="renew-secret" label="Make a new secret" busyLabel="Making it…" />
      </ConfirmDialog>
    </AdminSection>
  </aside>
);

/** The newest deliveries, each with all its attempts. */
const WebhookDeliveries = (props: {
  readonly deliveries: readonly WebhookDelivery[];
  readonly isDisabled: boolean;
}) => (
  <AdminSection title="Deliveries">
    <RowTable
      caption="The newest fifty deliveries"
      rows={props.deliveries}
      rowKey={({ id }) => String(id)}
      empty="Nothing was sent yet. Send a test."
      columns={props.isDisabled ? columns : [...columns, replayColumn]}
    />
  </AdminSection>
);

const states = {
  delivered: ['good', 'Delivered'],
  failed: ['bad', 'Failed'],
  queued: ['open', 'Waiting'],
} as const satisfies Record<WebhookDelivery['state'], readonly [string, string]>;

const columns: readonly RowColumn<WebhookDelivery>[] = [
  [
    'Event',
    ({ type, eventId }) => (
      <>
        <code>{type}</code>
        <p className="admin-by admin-break">{eventId}</p>
      </>
    ),
  ],
  ['When', ({ createdAt }) => <Time at={createdAt} />],
  ['State', (delivery) => <DeliveryState {...delivery} />],
  ['Attempts', ({ attempts }) => <Attempts attempts={attempts} />],
];

const replayColumn: RowColumn<WebhookDelivery> = [
  'Again',
  ({ id, eventId }) => (
    <IntentButton
      intent="replay"
      label="Send again"
      busyLabel="Sending…"
      name={`Send ${eventId} again`}
      fields={{ delivery: String(id) }}
    />
  ),
];

function DeliveryState({ state, attempts, dueAt }: WebhookDelivery) {
  const [tone, label] = states[state];
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {dueAt && attempts.length > 0 && (
        <p className="admin-by">
          again <Time at={dueAt} />
        </p>
      )}
    </>
  );
}

const Attempts = ({ attempts }: { readonly attempts: readonly WebhookAttempt[] }) => (
  <>
    {attempts.map((attempt) => (
      <details key={attempt.at.getTime()}>
        <summary>
          {attempt.status ?? 'No answer'}, {formatNumber(attempt.durationMs)} ms,{' '}
          <Time at={attempt.at} />
        </summary>
        <pre className="admin-plain-email">{attempt.answer || 'An empty answer.'}</pre>
      </details>
    ))}
  </>
);
