import type { Deps, Tx } from '../deps.ts';
import { changedFields } from '../kernel/changed-fields.ts';
import type { LoggedChange } from '../kernel/logged-change.ts';
import { parseForm, type FormInput } from '../kernel/form-fields.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { refuseUnusablePicture } from '../media/index.ts';
import { refuseOldForm } from '../kernel/edit-revision.ts';
import type { StaffActor } from '../staff/model.ts';
import { refuseVerb } from '../staff/verbs.model.ts';
import type { BodyHtml } from './body-html.ts';
import { listServices } from './content.store.ts';
import type { EditedService, Service } from './model.ts';
import { serviceForm, type ServiceValues } from './service-form.ts';
import * as store from './services.store.ts';
import { undoServiceChange } from './undo-service-change.ts';

const verb = 'service.edit';

type ServiceDeps = Pick<Deps, 'db' | 'clock' | 'staffActs' | 'invalidate'> & {
  readonly body: BodyHtml;
};

/** Staff's work on the services that the publisher offers. */
export class ServiceEditing {
  readonly #deps: ServiceDeps;

  constructor(deps: ServiceDeps) {
    this.#deps = deps;
  }

  /** In the order of the site. `forbidden`. */
  async list(actor: StaffActor): Promise<Outcome<Service[]>> {
    const refusal = refuseVerb(actor, verb, this.#deps.clock());
    return refusal ?? ok(await listServices(this.#deps.db));
  }

  /** `forbidden`, `not-found`. */
  async get(actor: StaffActor, id: number): Promise<Outcome<EditedService>> {
    const refusal = refuseVerb(actor, verb, this.#deps.clock());
    if (refusal) return refusal;
    const service = await store.findService(this.#deps.db, id);
    return service ? ok(service) : noSuchService;
  }

  /** The new service's id, also of a form that was sent twice. `invalid`. */
  create(actor: StaffActor, form: FormInput): Promise<Outcome<{ id: number }>> {
    const attempt = { verb, kind: 'service' } as const;
    return this.#deps.staffActs.create(actor, attempt, async (tx, audit) => {
      const values = await this.#readForm(tx, form);
      if (!values.ok) return values;
      const id = await store.insertService(tx, values.value);
      audit({ after: { id, ...values.value } });
      await this.#deps.invalidate(tx, ['site']);
      return ok({ id });
    });
  }

  /** The service has these values. `not-found`, `invalid`, `conflict` for an old form. */
  change(actor: StaffActor, id: number, form: FormInput): Promise<Outcome<undefined>> {
    return this.#deps.staffActs.perform(actor, attemptOn(id), async (tx, audit) => {
      const before = await store.findService(tx, id);
      if (!before) return noSuchService;
      const values = await this.#readForm(tx, form);
      const { thing } = attemptOn(id);
      const old = await refuseOldForm(tx, { thing, before, form, values });
      if (old) return old;
      if (!values.ok) return values;
      audit(changedFields(before, values.value));
      await store.updateService(tx, id, values.value);
      await this.#deps.invalidate(tx, ['site']);
      return ok(undefined);
    });
  }

  /** The service is gone; the audit log keeps what it said. `not-found`. */
  remove(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#deps.staffActs.perform(actor, attemptOn(id), async (tx, audit) => {
      const before = await store.findService(tx, id);
      if (!before) return noSuchService;
      audit({ before });
      await store.deleteService(tx, id);
      await this.#deps.invalidate(tx, ['site']);
      return ok(undefined);
    });
  }

  /** In `tx`: takes an entry of the audit log back; see `undo-service-change.ts`. `conflict`. */
  async undo(tx: Tx, entry: LoggedChange): Promise<Outcome<{ before: object; after: object }>> {
    const undone = await undoServiceChange(tx, entry);
    if (undone.ok) await this.#deps.invalidate(tx, ['site']);
    return undone;
  }

  /** The description as our own renderer writes it: nothing of a script is left. */
  async #readForm(tx: Tx, form: FormInput): Promise<Outcome<ServiceValues>> {
    const parsed = parseForm(serviceForm, form);
    if (!parsed.ok) return parsed;
    const refusal = await refuseUnusablePicture(tx, parsed.value.image, 'image');
    if (refusal) return refusal;
    const { description: html } = parsed.value;
    const description = await this.#deps.body.clean(tx, html, 'description');
    return description.ok ? ok({ ...parsed.value, description: description.value }) : description;
  }
}

const attemptOn = (id: number) => ({ verb, thing: { kind: 'service', id: String(id) } }) as const;

const noSuchService = fail('not-found', 'There is no such service.');
