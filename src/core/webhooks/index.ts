import type { Tx } from '../deps.ts';
import type { PersonalData } from '../kernel/personal-data.model.ts';
import { deleteEventsOfPerson, listEventsOfPerson } from './deliveries.store.ts';
import { WebhookDeliveries, type WebhookDeps } from './deliver.ts';
import { isChange, WebhookEndpoints } from './endpoints.ts';

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Other programs hear of what happens: kernel/outgoing-events.ts writes it, this delivers it. */
export function createWebhooks(deps: WebhookDeps) {
  const deliveries = new WebhookDeliveries(deps);
  const endpoints = new WebhookEndpoints(deps);
  return {
    endpoints,
    undoHandlers: {
      'webhook.edit': Object.assign(endpoints.undo.bind(endpoints), { isUndoable: isChange }),
    },
    jobs: {
      'webhooks.deliverDue': () => deliveries.deliverDue(),
      'webhooks.removeOld': () => deliveries.removeOld(),
    },
  };
}

/** What waits to be told about a person, and was within thirty days. */
export const createWebhookPersonalData = ({ db }: Pick<WebhookDeps, 'db'>): PersonalData => ({
  exportPerson: async (addresses) => ({ webhooks: await listEventsOfPerson(db, addresses) }),
  erasePerson: async (tx: Tx, addresses) => [
    {
      table: 'outgoing_event',
      erased: await deleteEventsOfPerson(tx, addresses),
      kept: 0,
      note: 'Deleted, including waiting deliveries.',
    },
  ],
});
