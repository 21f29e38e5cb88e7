import type { Deps, Tx } from '../deps.ts';
import type { LoggedChange } from '../kernel/logged-change.ts';
import type { PersonalData } from '../kernel/personal-data.model.ts';
import type { ExportedParts } from '../kernel/streamed-json.model.ts';
import { deleteEventsOfPerson, listEventsOfPerson } from './deliveries.store.ts';
import { WebhookDeliveries, type WebhookDeps } from './deliver.ts';
import { isChange, WebhookEndpoints } from './endpoints.ts';
import { WebhookSecrets } from './signature.ts';

/** Other programs hear of what happens: kernel/outgoing-events.ts writes it, this delivers it. */
export class Webhooks {
  readonly endpoints: WebhookEndpoints;
  readonly personalData: WebhookPersonalData;
  readonly #deliveries: WebhookDeliveries;

  constructor(deps: WebhookDeps) {
    const secrets = new WebhookSecrets(deps);
    this.endpoints = new WebhookEndpoints(deps, secrets);
    this.personalData = new WebhookPersonalData(deps);
    this.#deliveries = new WebhookDeliveries(deps, secrets);
  }

  /** Takes entries of the audit log back, by verb. */
  get undoHandlers() {
    const undo = (tx: Tx, entry: LoggedChange) => this.endpoints.undo(tx, entry);
    return { 'webhook.edit': Object.assign(undo, { isUndoable: isChange }) };
  }

  /** Jobs of the worker. */
  get jobs() {
    return {
      'webhooks.deliverDue': () => this.#deliveries.deliverDue(),
      'webhooks.removeOld': () => this.#deliveries.removeOld(),
    };
  }
}

/** Events about a person that wait to be told, or happened within thirty days. */
class WebhookPersonalData implements PersonalData {
  readonly #deps: Pick<Deps, 'db'>;

  constructor(deps: Pick<Deps, 'db'>) {
    this.#deps = deps;
  }

  async exportPerson(addresses: readonly string[]): Promise<ExportedParts> {
    return { webhooks: await listEventsOfPerson(this.#deps.db, addresses) };
  }

  async erasePerson(tx: Tx, addresses: readonly string[]) {
    const erased = await deleteEventsOfPerson(tx, addresses);
    const note = 'Deleted, including waiting deliveries.';
    return [{ table: 'outgoing_event', erased, kept: 0, note }];
  }
}
