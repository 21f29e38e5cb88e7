import { CheckboxField, fieldProps, TextField } from '#admin/frame/fields.tsx';
import { outgoingEventTypes, type OutgoingEventType } from '#core/kernel/outgoing-event.model.ts';
import type { WebhookEndpoint } from '#core/webhooks/model.ts';
import type { FieldValues, RejectedForm } from '#site/form-fields.ts';

export const webhooksPath = '/admin/settings/webhooks';

const eventNames: Readonly<Record<OutgoingEventType, string>> = {
  'order.paid': 'An order is paid',
  'order.refunded': 'Money of an order is refunded',
  'order.refund-reversed': 'PayPal takes such a refund back',
  'enquiry.created': 'An enquiry arrives',
  'report.published': 'A report becomes public',
  'report.withdrawn': 'A report is no longer public',
  'subscriber.confirmed': 'A newsletter subscription is confirmed (with the address)',
  'webhook.test': 'A test',
};

/** Address and events of a form, as the core takes them. */
export const readWebhookForm = (fields: FieldValues) => ({
  url: fields['url'] ?? '',
  events: outgoingEventTypes.filter((type) => fields[`event.${type}`] === '1'),
});

/**
 * The fields of an endpoint; without one, of a new one. Called, so that the errors above the form
 * name its fields as it does.
 */
export function renderWebhookFields(props: {
  readonly endpoint: WebhookEndpoint | undefined;
  readonly rejected: RejectedForm | undefined;
}) {
  const { endpoint, rejected } = props;
  const isChosen = (type: OutgoingEventType): boolean =>
    rejected
      ? rejected.values[`event.${type}`] === '1'
      : (endpoint?.events.includes(type) ?? false);
  return (
    <>
      <TextField
        label="Address"
        hint="Of your own program, starting with https."
        type="url"
        maxLength={500}
        required
        {...fieldProps('url', endpoint?.url, rejected)}
      />
      <fieldset className="admin-fieldset" id="events">
        <legend>Events</legend>
        {rejected?.errors['events'] && <p className="error">{rejected.errors['events'][0]}</p>}
        {outgoingEventTypes.map((type) => (
          <CheckboxField
            key={type}
            name={`event.${type}`}
            label={
              <>
                <code>{type}</code> {eventNames[type]}
              </>
            }
            defaultChecked={isChosen(type)}
          />
        ))}
      </fieldset>
    </>
  );
}
