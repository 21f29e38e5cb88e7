/** What visitors looked for in vain: it tells the office what to write, and what to call it. */
import type { Deps } from '../../deps.ts';
import { ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import * as store from './missed-searches.store.ts';
import { tokenize } from './normalize.model.ts';

export type MissedSearch = {
  readonly words: string;
  /** How often it was looked for. */
  readonly searches: number;
  readonly lastAt: Date;
};

const maxCharacters = 80;
/** Words that nobody looked for again make room for others. */
const maxKept = 10_000;

type MissedDeps = Pick<Deps, 'db' | 'clock'>;

/** The words are counted once more; those that may name or number a person are not kept. */
export async function recordMissedSearch({ db, clock }: MissedDeps, query: string): Promise<void> {
  const words = tokenize(query)
    .map(({ word }) => word)
    .join(' ');
  if (words === '' || query.length > maxCharacters || mayBePersonal(query)) return;
  await store.countMissedSearch(db, words, { now: clock(), maxKept });
}

/** Addresses of email and web, and numbers as long as a telephone's or a card's. */
const mayBePersonal = (query: string): boolean =>
  /@|:\/\//.test(query) || /\d(?:[\s().+-]*\d){6}/.test(query);

/** Those that were looked for most often first. `forbidden` by role. */
export async function listMissedSearches(
  { db, clock }: MissedDeps,
  actor: StaffActor,
  limit: number,
): Promise<Outcome<MissedSearch[]>> {
  const refusal = refuseVerb(actor, 'search.use', clock());
  return refusal ?? ok(await store.listMissedSearches(db, limit));
}
