/** Words that mean the same, which staff keep: "EV" and "electric vehicle". */
import type { Deps } from '../../deps.ts';
import { actAsStaff } from '../../kernel/audit.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import { maxSynonymWords, toRunKey, tokenize } from './normalize.model.ts';
import * as store from './synonyms.store.ts';

export type StoredSynonym = { readonly id: number; readonly term: string; readonly means: string };

const maxCharacters = 60;
/** What a search reads stays small. */
const maxSynonyms = 5000;

/** A pair works in both directions, from the next search on. */
export class Synonyms {
  readonly #deps: Pick<Deps, 'db' | 'clock'>;

  constructor(deps: Pick<Deps, 'db' | 'clock'>) {
    this.#deps = deps;
  }

  /** All pairs by term. `forbidden` by role. */
  async list(actor: StaffActor): Promise<Outcome<StoredSynonym[]>> {
    const refusal = refuseVerb(actor, 'synonym.edit', this.#deps.clock());
    return refusal ?? ok(await store.listSynonyms(this.#deps.db));
  }

  /**
   * `invalid` where one of them has no word, too many words or characters, or both are the same;
   * `conflict` where the pair is there or the list is full.
   */
  add(
    actor: StaffActor,
    { term, means }: Omit<StoredSynonym, 'id'>,
  ): Promise<Outcome<StoredSynonym>> {
    const pair = { term: term.trim(), means: means.trim() };
    const thing = { kind: 'synonym', id: pair.term.slice(0, maxCharacters) };
    return actAsStaff(this.#deps, actor, { verb: 'synonym.edit', thing }, async (tx, audit) => {
      const errors = findErrors(pair);
      if (Object.keys(errors).length > 0)
        return fail('invalid', 'Please check both words.', errors);
      const isFull = (await store.countSynonyms(tx)) >= maxSynonyms;
      if (isFull) return fail('conflict', `There are ${maxSynonyms} pairs: remove one first.`);
      const id = await store.insertSynonym(tx, { ...pair, ...toKeys(pair) });
      if (id === undefined) return fail('conflict', 'These two are a pair already.');
      audit({ after: pair });
      return ok({ id, ...pair });
    });
  }

  /** `not-found` where there is no such pair. */
  remove(actor: StaffActor, id: number): Promise<Outcome<StoredSynonym>> {
    const thing = { kind: 'synonym', id: String(id) };
    return actAsStaff(this.#deps, actor, { verb: 'synonym.edit', thing }, async (tx, audit) => {
      const removed = await store.deleteSynonym(tx, id);
      if (!removed) return fail('not-found', 'This pair is not in the list any more.');
      audit({ before: removed });
      return ok(removed);
    });
  }
}

type Pair = Omit<StoredSynonym, 'id'>;

/** What a search compares: the stems in their order. */
const toKeys = ({ term, means }: Pair): { termKey: string; meansKey: string } => ({
  termKey: toRunKey(tokenize(term)),
  meansKey: toRunKey(tokenize(means)),
});

function findErrors(pair: Pair): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(pair)) {
    const sentence = findError(text);
    if (sentence !== undefined) errors[name] = [sentence];
  }
  const { termKey, meansKey } = toKeys(pair);
  if (Object.keys(errors).length === 0 && termKey === meansKey)
    errors['means'] = ['The search takes these for the same word already.'];
  return errors;
}

function findError(text: string): string | undefined {
  const words = tokenize(text).length;
  if (words === 0) return 'Please enter a word.';
  if (words > maxSynonymWords) return `At most ${maxSynonymWords} words, please.`;
  return text.length > maxCharacters ? `At most ${maxCharacters} characters, please.` : undefined;
}
