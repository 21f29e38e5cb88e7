import { z } from 'zod';
import type { Deps, Tx } from '../../deps.ts';
import { changedFields } from '../../kernel/changed-fields.ts';
import { parseForm, type FormInput } from '../../kernel/form-fields.ts';
import {
  readListStart,
  rowsPerListPage,
  toListPage,
  type ListPage,
} from '../../kernel/list-page.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import { refuseOldForm } from '../../kernel/edit-revision.ts';
import type { WantedList } from '../../kernel/wanted-list.model.ts';
import type { UndoHandler } from '../../staff/undo.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import { maxAboutLength, type AuthorDescription } from './author.model.ts';
import * as store from './author-editing.store.ts';
import type { EditedAuthor } from './author-editing.store.ts';

const verb = 'author.edit';

const tooLong = `Please keep this to ${maxAboutLength} characters.`;
const authorForm = z.object({
  kind: z.enum(['desk', 'person'], 'Please say whether this is a desk or a person.'),
  about: z.string().trim().max(maxAboutLength, tooLong).default(''),
});

/** The values of a change in an entry of the audit log. */
const changeSchema = z
  .object({ kind: authorForm.shape.kind.nullable(), about: z.string() })
  .partial()
  .nullable();

/** Staff's texts on the authors whom reports name. */
export class AuthorEditing {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'staffActs' | 'invalidate'>;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'staffActs' | 'invalidate'>) {
    this.#deps = deps;
  }

  /** By name; `filters.q` is a part of it, `filters.about` "missing" or "there". `forbidden`. */
  async list(actor: StaffActor, wanted: WantedList): Promise<Outcome<ListPage<EditedAuthor>>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, verb, clock());
    if (refusal) return refusal;
    const start = readListStart(wanted, 'text');
    const filter = { words: wanted.filters['q'], about: wanted.filters['about'] };
    const rows = await store.listForEditing(db, filter, { start, limit: rowsPerListPage + 1 });
    const count = await store.countForEditing(db, filter);
    return ok(toListPage({ rows, start, count, getKey: ({ name }) => name }));
  }

  /** `forbidden`, `not-found`. */
  async get(actor: StaffActor, id: number): Promise<Outcome<EditedAuthor>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, verb, clock());
    return refusal ?? (await store.findForEditing(db, id).then(foundOrRefused));
  }

  /** Pages say this of the author. `not-found`, `invalid`, `conflict` for an old form. */
  change(actor: StaffActor, id: number, form: FormInput): Promise<Outcome<undefined>> {
    const thing = { kind: 'author', id: String(id) };
    return this.#deps.staffActs.perform(actor, { verb, thing }, async (tx, audit) => {
      const before = await store.lockAuthor(tx, id);
      if (!before) return noSuchAuthor;
      const values = parseForm(authorForm, form);
      const old = await refuseOldForm(tx, { thing, before, form, values });
      if (old) return old;
      if (!values.ok) return values;
      audit(changedFields(before, values.value));
      await this.#describe(tx, id, values.value);
      return ok(undefined);
    });
  }

  /** Takes an entry of `author.edit` back. `conflict` if the author was changed since. */
  readonly undo: UndoHandler = async (tx, entry) => {
    const [before, after] = [entry.before, entry.after].map((part) => changeSchema.parse(part));
    const current = await store.lockAuthor(tx, Number(entry.thingId));
    const isUnchanged =
      current && Object.keys(changedFields(current, { ...current, ...after }).after).length === 0;
    if (!isUnchanged || !before || !after)
      return fail('conflict', 'This author has changed since.');
    const { kind = current.kind, about = current.about } = before;
    await this.#describe(tx, Number(entry.thingId), { kind, about });
    return ok({ before: after, after: before });
  };

  async #describe(tx: Tx, id: number, values: Omit<AuthorDescription, 'name'>): Promise<void> {
    const slug = await store.updateAuthorById(tx, id, values);
    await this.#deps.invalidate(tx, [`author:${slug}`]);
  }
}

const noSuchAuthor = fail('not-found', 'There is no such author.');

const foundOrRefused = (author: EditedAuthor | undefined): Outcome<EditedAuthor> =>
  author ? ok(author) : noSuchAuthor;
