/** Words that mean the same, which staff keep: "EV" and "electric vehicle". */
import type { Deps } from '../../deps.ts';
import { actAsStaff } from '../../kernel/audit.ts';
import { cleanText } from '../../kernel/clean-text.model.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import { maxSynonymWords, toRunKey, tokenize } from './normalize.model.ts';
import * as store from './synonyms.store.ts';

export type StoredSynonym = { readonly id: number; readonly term: string; readonly means: string };

const maxCharacters = 60;
/** What a search reads stays small. */
const maxSynonyms = 5000;
const rowsPerPage = 50;

export type WantedSynonyms = {
  /** Either of the two contains it. */
  readonly words?: string | undefined;
  /** Cursors of an earlier answer. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
};

export type SynonymList = {
  readonly rows: readonly StoredSynonym[];
  readonly total: number;
  readonly isTotalCapped: boolean;
  readonly next?: string;
  readonly previous?: string;
};

/** A pair works in both directions, from the next search on. */
export class Synonyms {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'vault'>;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'vault'>) {
    this.#deps = deps;
  }

  /** One page of the pairs, by term. `forbidden` by role. */
  async list(actor: StaffActor, wanted: WantedSynonyms = {}): Promise<Outcome<SynonymList>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'synonym.edit', clock());
    if (refusal) return refusal;
    const words = wanted.words ?? '';
    const after = readCursor(wanted.after);
    const before = after ? undefined : readCursor(wanted.before);
    const [found, total] = await Promise.all([
      store.listSynonyms(db, { words, after, before, limit: rowsPerPage + 1 }),
      store.countSynonyms(db, words),
    ]);
    const hasMore = found.length > rowsPerPage;
    const rows = before ? found.slice(-rowsPerPage) : found.slice(0, rowsPerPage);
    const [first, last] = [rows.at(0), rows.at(-1)];
    return ok({
      rows,
      total,
      isTotalCapped: false,
      ...(last && (before || hasMore) ? { next: writeCursor(last) } : {}),
      ...(first && (before ? hasMore : after) ? { previous: writeCursor(first) } : {}),
    });
  }

  /**
   * `invalid` where one of them has no word, too many words or characters, or both are the same;
   * `conflict` where the pair is there or the list is full.
   */
  add(
    actor: StaffActor,
    { term, means }: Omit<StoredSynonym, 'id'>,
  ): Promise<Outcome<StoredSynonym>> {
    const pair = { term: cleanLine(term), means: cleanLine(means) };
    const thing = { kind: 'synonym', id: pair.term.slice(0, maxCharacters) };
    return actAsStaff(this.#deps, actor, { verb: 'synonym.edit', thing }, async (tx, audit) => {
      const errors = findErrors(pair);
      if (Object.keys(errors).length > 0)
        return fail('invalid', 'Please check both words.', errors);
      const isFull = (await store.countSynonyms(tx)) >= maxSynonyms;
      if (isFull) return fail('conflict', `There are ${maxSynonyms} pairs: remove one first.`);
      const id = await store.insertSynonym(tx, { ...pair, ...toKeys(pair) });
      if (id === undefined) return fail('conflict', 'This pair is already in the list.');
      audit({ after: pair });
      return ok({ id, ...pair });
    });
  }

  /** `not-found` where there is no such pair. */
  remove(actor: StaffActor, id: number): Promise<Outcome<StoredSynonym>> {
    const thing = { kind: 'synonym', id: String(id) };
    return actAsStaff(this.#deps, actor, { verb: 'synonym.edit', thing }, async (tx, audit) => {
      const removed = await store.deleteSynonym(tx, id);
      if (!removed) return fail('not-found', 'This pair is no longer in the list.');
      audit({ before: removed });
      return ok(removed);
    });
  }
}

/** No term has a line break. */
const writeCursor = ({ term, means }: Pair): string => `${term}\n${means}`;

function readCursor(cursor: string | undefined): store.SynonymPlace | undefined {
  const [term, means] = cursor?.split('\n') ?? [];
  return term === undefined || means === undefined ? undefined : { term, means };
}

type Pair = Omit<StoredSynonym, 'id'>;

/** One line without spaces around it. */
const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/gu, ' ').trim();

/** What a search compares: the stems in their order. */
export const toKeys = ({ term, means }: Pair): { termKey: string; meansKey: string } => ({
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
    errors['means'] = ['The search already treats these as the same word.'];
  return errors;
}

function findError(text: string): string | undefined {
  const words = tokenize(text).length;
  if (words === 0) return 'Please enter a word.';
  if (words > maxSynonymWords) return `At most ${maxSynonymWords} words, please.`;
  return text.length > maxCharacters ? `At most ${maxCharacters} characters, please.` : undefined;
}
