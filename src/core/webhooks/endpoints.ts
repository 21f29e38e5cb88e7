import { z } from 'zod';
import type { Tx } from '../deps.ts';
import type { LoggedChange } from '../kernel/logged-change.ts';
import type { AuditChange } from '../kernel/audit.ts';
import { changedFields } from '../kernel/changed-fields.ts';
import { failWithFieldErrors } from '../kernel/form-fields.ts';
import {
  outgoingEventTypes,
  type OutgoingEvent,
  type OutgoingEventType,
} from '../kernel/outgoing-event.model.ts';
import { insertDeliveries, insertEvents } from '../kernel/outgoing-events.store.ts';
import { fail, ok, type Outcome, type Refusal } from '../kernel/outcome.model.ts';
import type { StaffActor } from '../staff/model.ts';
import { mayDo } from '../staff/verbs.model.ts';
import { listDeliveriesOf, queueAgain } from './deliveries.store.ts';
import type { WebhookDeps } from './deliver.ts';
import * as store from './endpoints.store.ts';
import { maxEndpoints, type WebhookDelivery, type WebhookEndpoint } from './model.ts';
import type { WebhookSecrets } from './signature.ts';

const verb = 'webhook.edit';
const shownDeliveries = 50;

type EndpointForm = { readonly url: string; readonly events: readonly string[] };
type EndpointValues = { readonly url: string; readonly events: OutgoingEventType[] };

/** Where events go, for the owner. Each verb asks for a proof: `forbidden`, `proof-needed`. */
export class WebhookEndpoints {
  readonly #deps: WebhookDeps;
  readonly #secrets: WebhookSecrets;

  constructor(deps: WebhookDeps, secrets: WebhookSecrets) {
    this.#deps = deps;
    this.#secrets = secrets;
  }

  /** All of them; a proof is not asked for. `forbidden`. */
  async list({ role }: StaffActor): Promise<Outcome<readonly WebhookEndpoint[]>> {
    if (!mayDo(role, verb)) return failForbidden;
    return ok(await store.listEndpointRows(this.#deps.db));
  }

  /** One, with its newest deliveries; a proof is not asked for. `forbidden`, `not-found`. */
  async get(
    { role }: StaffActor,
    id: number,
  ): Promise<Outcome<{ endpoint: WebhookEndpoint; deliveries: readonly WebhookDelivery[] }>> {
    if (!mayDo(role, verb)) return failForbidden;
    const { db } = this.#deps;
    const endpoint = await store.findEndpoint(db, id);
    if (!endpoint) return noSuchWebhook;
    return ok({ endpoint, deliveries: await listDeliveriesOf(db, id, shownDeliveries) });
  }

  /**
   * A new endpoint and its secret, which is shown this once. `invalid` at its fields, also for an
   * address that another one has.
   */
  create(
    actor: StaffActor,
    form: EndpointForm,
  ): Promise<Outcome<{ readonly id: number; readonly secret: string }>> {
    return this.#deps.staffActs.create(actor, { verb, kind: 'webhook' }, async (tx, audit) => {
      const values = this.#readForm(form);
      if (!values.ok) return values;
      const others = await store.listEndpointRows(tx);
      if (others.some(({ url }) => url === values.value.url)) return failUrlTaken;
      if (others.length >= maxEndpoints)
        return fail('conflict', `There are ${maxEndpoints} webhooks already.`);
      const secretSalt = this.#deps.generateSecret();
      const created = { ...values.value, secretSalt, createdAt: this.#deps.clock() };
      const id = await store.insertEndpoint(tx, created);
      audit({ after: { id, ...toAuditFields({ ...values.value, disabledAt: null }) } });
      return ok({ id, secret: this.#secrets.make(secretSalt) });
    });
  }

  /** Address and events are these. `invalid`, `not-found`. */
  change(actor: StaffActor, id: number, form: EndpointForm): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, before, audit) => {
      const values = this.#readForm(form);
      if (!values.ok) return values;
      await store.updateEndpoint(tx, id, values.value);
      const after = toAuditFields({ ...before, ...values.value });
      audit(changedFields(toAuditFields(before), after));
      return ok(undefined);
    });
  }

  /** Disabled it hears of nothing; enabled it gets what waits, and all that happens from now on. */
  setDisabled(actor: StaffActor, id: number, isDisabled: boolean): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, before, audit) => {
      const disabledAt = isDisabled ? this.#deps.clock() : null;
      await store.updateEndpoint(tx, id, { disabledAt, failingSince: null });
      audit({ before: { isDisabled: before.disabledAt !== null }, after: { isDisabled } });
      return ok(undefined);
    });
  }

  /** The earlier secret signs nothing more. The new one, shown this once. `not-found`. */
  renewSecret(actor: StaffActor, id: number): Promise<Outcome<string>> {
    return this.#act(actor, id, async (tx, _, audit) => {
      const secretSalt = this.#deps.generateSecret();
      await store.updateEndpoint(tx, id, { secretSalt });
      audit({ after: { isSecretNew: true } });
      return ok(this.#secrets.make(secretSalt));
    });
  }

  /** It is gone, with its deliveries. `not-found`. */
  remove(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, before, audit) => {
      await store.deleteEndpoint(tx, id);
      audit({ before: toAuditFields(before) });
      return ok(undefined);
    });
  }

  /** An event `webhook.test` goes to this endpoint alone. `conflict` if it is disabled. */
  sendTest(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, { disabledAt }, audit) => {
      if (disabledAt) return fail('conflict', 'Enable the webhook first.');
      const now = this.#deps.clock();
      const event: OutgoingEvent & { id: string } = {
        id: `evt_${this.#deps.generateSecret()}`,
        type: 'webhook.test',
        data: { message: 'This is a test.' },
      };
      await insertEvents(tx, [event], now);
      await insertDeliveries(tx, [{ eventId: event.id, endpointId: id }], now);
      await this.#deps.events.enqueueDeliveries(tx);
      audit({ after: { isTestSent: true } });
      return ok(undefined);
    });
  }

  /** The same event is sent once more, under its id. `conflict` where disabled, `not-found`. */
  replay(actor: StaffActor, id: number, deliveryId: number): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, { disabledAt }, audit) => {
      if (disabledAt) return fail('conflict', 'Enable the webhook first.');
      const isKnown = await queueAgain(tx, { id: deliveryId, endpointId: id }, this.#deps.clock());
      if (!isKnown) return fail('not-found', 'There is no such delivery.');
      await this.#deps.events.enqueueDeliveries(tx);
      audit({ after: { replayed: deliveryId } });
      return ok(undefined);
    });
  }

  /**
   * An entry's change of address, events or use is undone. `conflict` if it was changed
   * since.
   */
  async undo(tx: Tx, entry: LoggedChange): Promise<Outcome<{ before: object; after: object }>> {
    if (!isChange(entry)) return fail('conflict', 'This can’t be undone.');
    const [before, after] = [readFields(entry.before), readFields(entry.after)];
    const endpoint = await store.lockEndpoint(tx, Number(entry.thingId));
    const current = endpoint && toAuditFields(endpoint);
    const isSame = Object.entries(after).every(
      ([name, value]) => current?.[name as keyof typeof current] === value,
    );
    if (!endpoint || !isSame) return fail('conflict', 'This webhook has changed since.');
    const { url, events, isDisabled } = before;
    await store.updateEndpoint(tx, endpoint.id, {
      ...(url === undefined ? {} : { url }),
      ...(events === undefined ? {} : { events: readEvents(events.split(', ')) }),
      ...(isDisabled === undefined
        ? {}
        : { disabledAt: isDisabled ? this.#deps.clock() : null, failingSince: null }),
    });
    return ok({ before: after, after: before });
  }

  #act<T>(
    actor: StaffActor,
    id: number,
    work: (
      tx: Tx,
      endpoint: WebhookEndpoint,
      audit: (change: AuditChange) => void,
    ) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    return this.#deps.staffActs.perform(actor, attemptOn(id), async (tx, audit) => {
      const endpoint = await store.lockEndpoint(tx, id);
      return endpoint ? work(tx, endpoint, audit) : noSuchWebhook;
    });
  }

  #readForm({ url: typed, events: wanted }: EndpointForm): Outcome<EndpointValues> {
    const url = typed.trim();
    const events = readEvents(wanted);
    const problem = this.#deps.webhooks.findUrlProblem(url);
    const errors = {
      ...(problem === undefined ? {} : { url: [problem] }),
      ...(events.length > 0 ? {} : { events: ['Choose at least one event.'] }),
    };
    return Object.keys(errors).length > 0 ? failWithFieldErrors(errors) : ok({ url, events });
  }
}

const readEvents = (names: readonly string[]): OutgoingEventType[] =>
  outgoingEventTypes.filter((type) => names.includes(type));

const attemptOn = (id: number) => ({ verb, thing: { kind: 'webhook', id: String(id) } }) as const;

const toAuditFields = ({
  url,
  events,
  disabledAt,
}: Pick<WebhookEndpoint, 'url' | 'events' | 'disabledAt'>) => ({
  url,
  events: events.join(', '),
  isDisabled: disabledAt !== null,
});

const auditSchema = z
  .object({ url: z.string(), events: z.string(), isDisabled: z.boolean() })
  .partial();
const readFields = (fields: unknown) => auditSchema.safeParse(fields).data ?? {};

/**
 * True for an entry that changed an endpoint; not for one that added or removed it, or replayed.
 */
export const isChange = ({ before, after }: LoggedChange): boolean =>
  [before, after].every((fields) => Object.keys(readFields(fields)).length > 0);

const failUrlTaken = failWithFieldErrors({
  url: ['There is a webhook for this address already. Choose its events there.'],
});
const noSuchWebhook = fail('not-found', 'There is no such webhook.');
const failForbidden: Refusal = fail('forbidden', 'Your role does not allow this.');
