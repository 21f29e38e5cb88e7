import { AdminSection } from '#admin/frame/admin-page.tsx';
import { Badge } from '#admin/frame/blocks.tsx';
import { IntentButton } from '#admin/frame/intent-button.tsx';
import { RowTable, type RowColumn } from '#admin/frame/row-table.tsx';
import { Time } from '#admin/frame/times.tsx';
import type { WebhookAttempt, WebhookDelivery } from '#core/webhooks/model.ts';
import { formatNumber } from '#ui/format.ts';

/** The newest deliveries, each with all its attempts. */
export const WebhookDeliveries = (props: {
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
