/** The one keeper of what staff type into long forms, until they save it (decision 0072). */
import type { Deps } from '../deps.ts';
import type { StaffActor } from '../staff/model.ts';
import { refuseVerb } from '../staff/verbs.model.ts';
import { fail, ok, type Outcome } from './outcome.model.ts';
import { findVerb } from './typed-text.model.ts';
import {
  countTyped,
  dropTyped,
  endTyped,
  findTyped,
  forgetTypedBefore,
  putTyped,
  type TypedFields,
  type TypedForm,
} from './typed-text.store.ts';

/** As JSON; the longest text that a form takes is a quarter of it. */
const maxCharacters = 2_000_000;
const maxPlaces = 300;
const keptDays = 60;
const dayMs = 86_400_000;

/** No form that is kept asks for one; whatever is called so is never stored. */
const secretName = /pass(?:word|phrase)|secret|token|card_?(?:number|code)|cvc|^(?:present|code)$/i;

/** A text as it is kept. `fields` are null if the form with this key was saved. */
export type KeptText = { readonly formKey: string; readonly fields: TypedFields | null };

type KeptForm = Omit<TypedForm, 'staffId'> & { readonly fields: TypedFields };

/** Keeps what a person types at a place; nobody else reads it. */
export class TypedText {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'staffActs'>;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'staffActs'>) {
    this.#deps = deps;
  }

  /**
   * The actor's text at the place is this one, until the form is saved or 60 days have passed; no
   * fields at all take it away. It is no entry in the audit log. `conflict` if the form was saved
   * already: a script's late call must not bring its text back. `not-found` for a page that has no
   * such form, `forbidden`, `too-large`.
   */
  async keep(actor: StaffActor, { place, formKey, fields }: KeptForm): Promise<Outcome<undefined>> {
    const verb = findVerb(place);
    if (!verb) return noSuchForm;
    const attempt = { verb, thing: { kind: 'typed-text', id: place } };
    const refusal = await this.#deps.staffActs.refuse(actor, attempt);
    if (refusal) return refusal;
    const { db, clock } = this.#deps;
    const { staffId } = actor;
    const typed = Object.entries(fields).filter(([name]) => !secretName.test(name));
    if (typed.length === 0) {
      await dropTyped(db, { staffId, place });
      return ok(undefined);
    }
    if (JSON.stringify(typed).length > maxCharacters)
      return fail('too-large', 'This text has more than 2 million characters.');
    const isNew = (await findTyped(db, { staffId, place })) === undefined;
    if (isNew && (await countTyped(db, staffId)) >= maxPlaces)
      return fail('too-large', 'Too many of your texts are not saved. Save or discard one first.');
    const row = { staffId, place, formKey, fields: Object.fromEntries(typed), typedAt: clock() };
    return (await putTyped(db, row)) ? ok(undefined) : fail('conflict', 'This form was sent.');
  }

  /** The actor's own text at the place; null if there is none. `not-found`, `forbidden`. */
  async read(actor: StaffActor, place: string): Promise<Outcome<KeptText | null>> {
    const verb = findVerb(place);
    if (!verb) return noSuchForm;
    const refusal = refuseVerb(actor, verb, this.#deps.clock());
    if (refusal) return refusal;
    return ok((await findTyped(this.#deps.db, { staffId: actor.staffId, place })) ?? null);
  }

  /** The form was saved: its text is kept no longer. */
  async end(form: TypedForm): Promise<void> {
    if (findVerb(form.place)) await endTyped(this.#deps.db, form, this.#deps.clock());
  }

  /** Jobs of the worker. */
  get jobs() {
    return {
      'staff.forgetTypedText': () =>
        forgetTypedBefore(this.#deps.db, new Date(this.#deps.clock().getTime() - keptDays * dayMs)),
    };
  }
}

const noSuchForm = fail('not-found', 'Nothing is kept of this page.');
