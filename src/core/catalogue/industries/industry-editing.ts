import { z } from 'zod';
import type { Deps, Tx } from '../../deps.ts';
import { changedFields } from '../../kernel/changed-fields.ts';
import { parseForm, readTextField, type FormInput } from '../../kernel/form-fields.ts';
import { slugify } from '../../kernel/slugify.ts';
import { isAsLogged } from '../../kernel/logged-change.ts';
import { fail, ok, type Outcome, type Refusal } from '../../kernel/outcome.model.ts';
import { refuseOldForm } from '../../kernel/edit-revision.ts';
import type { StaffActor } from '../../staff/model.ts';
import type { UndoHandler } from '../../staff/undo.model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import * as store from './industry-editing.store.ts';
import { industryForm, type IndustryValues } from './industry-form.ts';

const verb = 'industry.edit';

/** The values of a change in an entry of the audit log; of an addition, the id as well. */
const changeSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    position: z.int().nullable(),
    description: z.string(),
    pictogram: z.string(),
    metaTitle: z.string(),
    metaDescription: z.string(),
    metaKeywords: z.string(),
  })
  .partial();

/** Staff's work on industries: names, addresses, order and what search engines are told. */
export class IndustryEditing {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'staffActs' | 'invalidate'>;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'staffActs' | 'invalidate'>) {
    this.#deps = deps;
  }

  /**
   * All in the order of the site, with all their reports and those that are published. `forbidden`.
   */
  async list(actor: StaffActor): Promise<Outcome<store.EditedIndustry[]>> {
    const refusal = refuseVerb(actor, verb, this.#deps.clock());
    return refusal ?? ok(await store.listForEditing(this.#deps.db));
  }

  /** `forbidden`, `not-found`. */
  async get(actor: StaffActor, id: number): Promise<Outcome<store.EditedIndustry>> {
    const listed = await this.list(actor);
    if (!listed.ok) return listed;
    const found = listed.value.find((industry) => industry.id === id);
    return found ? ok(found) : noSuchIndustry;
  }

  /**
   * The new industry's id; without an address it has one of its name. `invalid`, also for a name or
   * address that another one has.
   */
  create(actor: StaffActor, form: FormInput): Promise<Outcome<{ id: number }>> {
    return this.#deps.staffActs.create(actor, { verb, kind: 'industry' }, async (tx, audit) => {
      const slug = readTextField(form, 'slug').trim() || slugify(readTextField(form, 'name'));
      const values = await this.#readForm(tx, { ...form, slug });
      if (!values.ok) return values;
      const id = await store.insertIndustry(tx, values.value);
      audit({ after: { id, ...values.value } });
      await this.#invalidate(tx, [values.value.slug]);
      return ok({ id });
    });
  }

  /**
   * The industry has these values; its former address leads to the new one. `not-found`, `invalid`,
   * also for a name or address that another one has, `conflict` for an old form.
   */
  change(actor: StaffActor, id: number, form: FormInput): Promise<Outcome<undefined>> {
    const thing = { kind: 'industry', id: String(id) };
    return this.#deps.staffActs.perform(actor, { verb, thing }, async (tx, audit) => {
      const before = await store.lockIndustry(tx, id);
      if (!before) return noSuchIndustry;
      const values = await this.#readForm(tx, form, id);
      const old = await refuseOldForm(tx, { thing, before, form, values });
      if (old) return old;
      if (!values.ok) return values;
      audit(changedFields(before, values.value));
      await store.updateIndustry(tx, id, values.value);
      await this.#invalidate(tx, [before.slug, values.value.slug]);
      return ok(undefined);
    });
  }

  /**
   * The industry is as it was before an entry of the audit log; one that was added is gone.
   * `conflict` if it was changed since, where reports are in what was added, and where another
   * industry has its former name or address by now.
   */
  readonly undo: UndoHandler = async (tx, entry) => {
    const { id: addedId, ...after } = changeSchema.safeParse(entry.after).data ?? {};
    const industry = await store.lockIndustry(tx, addedId ?? Number(entry.thingId));
    if (!industry || !isAsLogged(industry, after))
      return fail('conflict', 'This industry has changed since.');
    const { id, revision: _, ...current } = industry;
    const before = changeSchema.omit({ id: true }).safeParse(entry.before).data ?? {};
    const values = { ...current, ...before };
    const refusal =
      addedId === undefined ? await refuseTaken(tx, values, id) : await refuseUsed(tx, id);
    if (refusal) return fail('conflict', refusal.message);
    await (addedId === undefined
      ? store.updateIndustry(tx, id, values)
      : store.deleteIndustry(tx, id));
    await this.#invalidate(tx, [current.slug, values.slug]);
    return ok({ before: after, after: addedId === undefined ? before : {} });
  };

  /** Where the industry that once had this slug is now. */
  findFormer(slug: string): Promise<string | undefined> {
    return store.findFormerSlug(this.#deps.db, slug);
  }

  listFormerSlugs(): Promise<string[]> {
    return store.listFormerSlugs(this.#deps.db);
  }

  async #readForm(tx: Tx, form: FormInput, ownId?: number): Promise<Outcome<IndustryValues>> {
    const parsed = parseForm(industryForm, form);
    if (!parsed.ok) return parsed;
    const refusal = await refuseTaken(tx, parsed.value, ownId);
    return refusal ?? parsed;
  }

  /** Every page names industries in its menu. */
  #invalidate(tx: Tx, slugs: readonly string[]): Promise<void> {
    const own = [...new Set(slugs)].map((slug) => `industry:${slug}`);
    return this.#deps.invalidate(tx, [...own, 'catalogue', 'site']);
  }
}

const noSuchIndustry = fail('not-found', 'There is no such industry.');

const refuseUsed = async (tx: Tx, id: number): Promise<Refusal | undefined> =>
  (await store.hasReports(tx, id)) ? fail('conflict', 'There are reports in it now.') : undefined;

async function refuseTaken(
  tx: Tx,
  { name, slug }: IndustryValues,
  ownId: number | undefined,
): Promise<Refusal | undefined> {
  const taken = await store.findTaken(tx, { name, slug, ownId });
  if (!taken) return undefined;
  const [field, message] =
    taken.slug === slug
      ? ['slug', 'Another industry has or had this address.']
      : ['name', 'Another industry has this name.'];
  return fail('invalid', message, { [field]: [message] });
}
