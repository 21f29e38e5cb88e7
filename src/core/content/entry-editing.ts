import type { Deps, Tx } from '../deps.ts';
import type { AuditChange } from '../kernel/audit.ts';
import { changedFields, hasValues } from '../kernel/changed-fields.ts';
import type { LoggedChange } from '../kernel/logged-change.ts';
import {
  parseForm,
  type FormInput,
  multiLineField,
  singleLineField,
} from '../kernel/form-fields.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { refuseUnusablePicture } from '../media/index.ts';
import type { StaffActor } from '../staff/model.ts';
import { refuseVerb, type StaffVerb } from '../staff/verbs.model.ts';
import { refuseOldForm } from '../kernel/edit-revision.ts';
import {
  deleteEntry,
  entryTables,
  lockEntries,
  setBinned,
  setOrder,
  type EntryTable,
} from './entries.store.ts';
import {
  entryThings,
  getEntryState,
  type EditedEntry,
  type EntryKind,
  type EntryState,
  type EntryValues,
} from './entry.model.ts';
import { undoEntryChange } from './undo-entry-change.ts';
import { z } from 'zod';
import { pictureNameField } from './picture-field.ts';

/** A checkbox: "1", or nothing. */
const checkbox = z
  .string()
  .optional()
  .transform((text) => text === '1');

/** The forms of entries; a text of HTML is cleaned where it is stored. */
const entryForms: {
  readonly [Kind in EntryKind]: z.ZodType<EntryValues<Kind>>;
} = {
  faq: z.object({
    title: singleLineField('the question', 300),
    html: multiLineField('the answer', 50_000),
    isHidden: checkbox,
  }),
  testimonial: z.object({
    name: singleLineField('the name', 120),
    designation: singleLineField('the position', 200),
    description: multiLineField('what they say', 2000),
    image: pictureNameField,
    isSample: checkbox,
    isHidden: checkbox,
  }),
  clientLogo: z.object({
    name: singleLineField('the name', 120),
    image: pictureNameField,
    isSample: checkbox,
    isHidden: checkbox,
  }),
};

const entryVerbs = {
  faq: 'faq.edit',
  testimonial: 'testimonial.edit',
  clientLogo: 'logo.edit',
} as const satisfies Record<EntryKind, StaffVerb>;

type EntryDeps = Pick<Deps, 'db' | 'clock' | 'staffActs' | 'invalidate'> & {};
type Audit = (change: AuditChange) => void;
type Clean<Kind extends EntryKind> = (
  tx: Tx,
  values: EntryValues<Kind>,
) => Promise<Outcome<EntryValues<Kind>>>;
type Work<Kind extends EntryKind, T> = (
  tx: Tx,
  all: readonly EditedEntry<Kind>[],
  audit: Audit,
) => Promise<Outcome<T>>;

/** Staff's work on the entries of one list of the site. */
export class EntryEditing<Kind extends EntryKind> {
  readonly #deps: EntryDeps;
  readonly #kind: Kind;
  readonly #table: EntryTable<Kind>;
  readonly #clean: Clean<Kind>;

  /** `clean` takes out of a text what the site must not show, or refuses it. */
  constructor(deps: EntryDeps, kind: Kind, clean: Clean<Kind> = async (_, values) => ok(values)) {
    this.#deps = deps;
    this.#kind = kind;
    this.#table = entryTables[kind];
    this.#clean = clean;
  }

  /** In `tx`: takes an entry of the audit log back; see `undo-entry-change.ts`. `conflict`. */
  async undo(tx: Tx, logged: LoggedChange): Promise<Outcome<{ before: object; after: object }>> {
    const { clock, invalidate } = this.#deps;
    const undone = await undoEntryChange(tx, this.#kind, logged, clock());
    if (undone.ok) await invalidate(tx, ['site']);
    return undone;
  }

  /** In the order of the site; without a state all that are not in the bin. `forbidden`. */
  async list(actor: StaffActor, state?: EntryState): Promise<Outcome<EditedEntry<Kind>[]>> {
    const refusal = refuseVerb(actor, entryVerbs[this.#kind], this.#deps.clock());
    if (refusal) return refusal;
    const all = await this.#table.list(this.#deps.db);
    return ok(
      all.filter((entry) =>
        state === undefined ? !entry.binnedAt : getEntryState(entry) === state,
      ),
    );
  }

  /** `forbidden`, `not-found`. */
  async get(actor: StaffActor, id: number): Promise<Outcome<EditedEntry<Kind>>> {
    const refusal = refuseVerb(actor, entryVerbs[this.#kind], this.#deps.clock());
    if (refusal) return refusal;
    const entry = (await this.#table.list(this.#deps.db)).find((one) => one.id === id);
    return entry ? ok(entry) : noSuchEntry;
  }

  /** The new entry's id, also of a form that was sent twice; it stands last. `invalid`. */
  create(actor: StaffActor, form: FormInput): Promise<Outcome<{ id: number }>> {
    const attempt = { verb: entryVerbs[this.#kind], kind: entryThings[this.#kind] };
    return this.#deps.staffActs.create(actor, attempt, async (tx, audit) => {
      await lockEntries(tx, this.#kind);
      const all = await this.#table.list(tx);
      const values = await this.#readForm(tx, form);
      if (!values.ok) return values;
      const { id } = await this.#table.insert(tx, { ...values.value, ...this.#by(actor) });
      await setOrder(tx, this.#kind, [...all.map((entry) => entry.id), id]);
      audit({ after: { id, ...values.value } });
      await this.#deps.invalidate(tx, ['site']);
      return ok({ id });
    });
  }

  /**
   * The entry has these values. `not-found`, `invalid`, `conflict` if it is in the bin or was
   * changed since the form was made.
   */
  change(actor: StaffActor, id: number, form: FormInput): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, all, audit) => {
      const before = all.find((entry) => entry.id === id);
      if (!before) return noSuchEntry;
      if (before.binnedAt) return fail('conflict', 'Take this out of the bin first.');
      const values = await this.#readForm(tx, form);
      const thing = { kind: entryThings[this.#kind], id: String(id) };
      const old = await refuseOldForm(tx, { thing, before, form, values });
      if (old) return old;
      if (!values.ok) return values;
      audit(changedFields(before, values.value));
      if (!hasValues(before, values.value))
        await this.#table.update(tx, id, { ...values.value, ...this.#by(actor) });
      return ok(undefined);
    });
  }

  /** The entry stands before the one above it, or behind the one below. `not-found`. */
  move(actor: StaffActor, id: number, direction: 'up' | 'down'): Promise<Outcome<undefined>> {
    return this.#act(actor, 'order', async (tx, all, audit) => {
      const shown = all.filter(({ binnedAt }) => !binnedAt).map((entry) => entry.id);
      const at = shown.indexOf(id);
      if (at === -1) return noSuchEntry;
      const to = Math.min(shown.length - 1, Math.max(0, at + (direction === 'up' ? -1 : 1)));
      const order = shown.toSpliced(at, 1).toSpliced(to, 0, id);
      audit({ before: { order: shown }, after: { order } });
      const binned = all.filter(({ binnedAt }) => binnedAt).map((entry) => entry.id);
      await setOrder(tx, this.#kind, [...order, ...binned]);
      return ok(undefined);
    });
  }

  /** The site does not show it any more. `not-found`, `conflict` if it is there already. */
  moveToBin(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#setBinned(actor, id, true);
  }

  /** Takes it out of the bin as it was. `not-found`, `conflict` if it is not in the bin. */
  takeOutOfBin(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    return this.#setBinned(actor, id, false);
  }

  /**
   * Nothing is left of it but its entries in the audit log. `not-found`, `conflict` if it is not
   * in the bin.
   */
  deleteForEver(actor: StaffActor, id: number): Promise<Outcome<undefined>> {
    const work: Work<Kind, undefined> = async (tx, all, audit) => {
      const before = all.find((entry) => entry.id === id);
      if (!before) return noSuchEntry;
      if (!before.binnedAt) return notInBin;
      audit({ before: { name: 'title' in before ? before.title : before.name } });
      await deleteEntry(tx, this.#kind, id);
      return ok(undefined);
    };
    return this.#act(actor, id, work, 'content.delete-for-ever');
  }

  #setBinned(actor: StaffActor, id: number, isBinned: boolean): Promise<Outcome<undefined>> {
    return this.#act(actor, id, async (tx, all, audit) => {
      const before = all.find((entry) => entry.id === id);
      if (!before) return noSuchEntry;
      if ((before.binnedAt !== null) === isBinned)
        return isBinned ? fail('conflict', 'This is in the bin.') : notInBin;
      const edit = this.#by(actor);
      const binnedAt = isBinned ? edit.changedAt : null;
      audit({
        before: { binnedAt: before.binnedAt?.toISOString() ?? null },
        after: { binnedAt: binnedAt?.toISOString() ?? null },
      });
      await setBinned(tx, this.#kind, id, { binnedAt, ...edit });
      return ok(undefined);
    });
  }

  #act<T>(
    actor: StaffActor,
    id: number | 'order',
    work: Work<Kind, T>,
    verb: StaffVerb = entryVerbs[this.#kind],
  ): Promise<Outcome<T>> {
    const kind = this.#kind;
    const attempt = { verb, thing: { kind: entryThings[kind], id: String(id) } };
    return this.#deps.staffActs.perform(actor, attempt, async (tx, audit) => {
      await lockEntries(tx, kind);
      const done = await work(tx, await this.#table.list(tx), audit);
      if (done.ok) await this.#deps.invalidate(tx, ['site']);
      return done;
    });
  }

  async #readForm(tx: Tx, form: FormInput): Promise<Outcome<EntryValues<Kind>>> {
    const parsed = parseForm(entryForms[this.#kind], form);
    if (!parsed.ok) return parsed;
    const picture = 'image' in parsed.value ? parsed.value.image : null;
    const refusal = await refuseUnusablePicture(tx, picture, 'image');
    return refusal ?? this.#clean(tx, parsed.value);
  }

  #by({ name }: StaffActor) {
    return { changedAt: this.#deps.clock(), changedBy: name };
  }
}

const notInBin = fail('conflict', 'This is not in the bin.');
const noSuchEntry = fail('not-found', 'There is no such entry.');
