import { failWithFieldErrors, parseForm, type FormInput } from '../../kernel/form-fields.ts';
import { fail, ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import { refuseOldForm } from '../../kernel/edit-revision.ts';
import type { StaffActor } from '../../staff/model.ts';
import {
  deleteTemplateRow,
  insertTemplate,
  isTemplateNameTaken,
  listTemplateRows,
  lockTemplate,
  updateTemplate,
  type TemplateFields,
} from './answers.store.ts';
import type { InboxDeps } from './deps.ts';
import { listUnknownPlaceholders, templateForm } from './enquiry.model.ts';

/** A text that answers begin with. */
export type AnswerTemplate = TemplateFields & {
  readonly id: number;
  readonly revision: number;
  readonly changedAt: Date;
  /** null for one that came with the program. */
  readonly changedBy: string | null;
};

const verb = 'enquiry.answer';
const toAttempt = (id: number | 'new' | 'list') =>
  ({ verb, thing: { kind: 'answer-template', id: String(id) } }) as const;

/** Templates of answers, which everybody who answers may change. */
export class AnswerTemplates {
  readonly #deps: InboxDeps;

  constructor(deps: InboxDeps) {
    this.#deps = deps;
  }

  /** All templates by name. `forbidden`. */
  async list(actor: StaffActor): Promise<Outcome<readonly AnswerTemplate[]>> {
    const refusal = await this.#deps.staffActs.refuse(actor, toAttempt('list'));
    return refusal ?? ok(await listTemplateRows(this.#deps.db));
  }

  /**
   * Saves a new template, or the one with this id. `forbidden`, `not-found`; `invalid` at the wrong
   * fields: a name that another has, a placeholder that stands for nothing; `conflict` for an old form.
   */
  async save(
    actor: StaffActor,
    id: number | undefined,
    form: FormInput,
  ): Promise<Outcome<undefined>> {
    const attempt = toAttempt(id ?? 'new');
    const refusal = await this.#deps.staffActs.refuse(actor, attempt);
    if (refusal) return refusal;
    const parsed = parseForm(templateForm, form);
    if (!parsed.ok) return parsed;
    const fields = parsed.value;
    const unknown = refuseUnknown(fields);
    if (unknown) return unknown;
    const change = { ...fields, changedAt: this.#deps.clock(), changedBy: actor.staffId };
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      if (id === undefined) {
        const newId = await insertTemplate(tx, change);
        if (newId === undefined) return failNameTaken;
        audit({ after: { id: newId, ...fields } });
        return ok(undefined);
      }
      const before = await lockTemplate(tx, id);
      if (!before) return failNotFound;
      const { thing } = attempt;
      const old = await refuseOldForm(tx, { thing, before, form, values: parsed });
      if (old) return old;
      if (await isTemplateNameTaken(tx, fields.name, id)) return failNameTaken;
      await updateTemplate(tx, id, change);
      audit({ before, after: fields });
      return ok(undefined);
    });
  }

  /** The template is gone; answers that began with it stay. `forbidden`, `not-found`. */
  async delete(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#deps.staffActs.perform(actor, toAttempt(id), async (tx, audit) => {
      const before = await lockTemplate(tx, id);
      if (!before) return failNotFound;
      await deleteTemplateRow(tx, id);
      audit({ before });
      return ok(undefined);
    });
  }
}

const failNotFound = fail('not-found', 'There is no such template.');
const failNameTaken = failWithFieldErrors({ name: ['Another template has this name.'] });

function refuseUnknown({ subject, body }: TemplateFields): Refusal | undefined {
  const [unknown] = listUnknownPlaceholders(`${subject} ${body}`);
  if (unknown === undefined) return undefined;
  return failWithFieldErrors({ body: [`There is no placeholder ${unknown}.`] });
}
