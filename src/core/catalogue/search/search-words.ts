/** Lets staff change the table of words: "EV" is an electric vehicle, this report comes first. */
import { z } from 'zod';
import type { Deps, Tx } from '../../deps.ts';
import { actAsStaff } from '../../kernel/audit.ts';
import { cleanText } from '../../kernel/clean-text.model.ts';
import type { LoggedChange } from '../../kernel/logged-change.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import {
  readListStart,
  rowsPerListPage,
  toListPage,
  type ListPage,
} from '../../kernel/list-page.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import { restoreMissedSearch } from './missed-searches.store.ts';
import { isContent, maxSynonymWords, tokenize } from './normalize.model.ts';
import { isPlace, meaningKinds, placeKinds, toWords, type WordKind } from './search-word.model.ts';
import * as store from './search-words.store.ts';
import type { SearchWord, StoredWord } from './search-words.store.ts';

export type { SearchWord, StoredWord };

const maxCharacters = 60;
const maxQueryCharacters = 120;
/** A search reads few of these rows. */
const maxRows = 20_000;

export type WantedWords = {
  readonly kinds: readonly WordKind[];
  /** Term or meaning contains it. */
  readonly words?: string | undefined;
  readonly by?: SearchWord['by'] | undefined;
  /** Cursors of an earlier answer. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
};

/** A row as it is typed. */
export type TypedWord = Omit<SearchWord, 'by'>;

/** A row counts from the next search on. */
export class SearchWords {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'vault'>;

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'vault'>) {
    this.#deps = deps;
  }

  /** One page of the rows of these kinds, by term. `forbidden` by role. */
  async list(actor: StaffActor, wanted: WantedWords): Promise<Outcome<ListPage<StoredWord>>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'synonym.edit', clock());
    if (refusal) return refusal;
    const filter = { kinds: wanted.kinds, words: wanted.words ?? '', by: wanted.by };
    const start = readListStart(wanted, 'text');
    const [rows, count] = await Promise.all([
      store.listWords(db, { ...filter, start, limit: rowsPerListPage + 1 }),
      store.countWordRows(db, filter),
    ]);
    return ok(toListPage({ rows, start, count, getKey: ({ sortKey }) => sortKey }));
  }

  /** `forbidden` by role, `not-found`. */
  async get(actor: StaffActor, id: number): Promise<Outcome<StoredWord>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'synonym.edit', clock());
    if (refusal) return refusal;
    const found = await store.findWord(db, id);
    return found ? ok(found) : fail('not-found', gone);
  }

  /**
   * `invalid` where one of them has no word, too many words or characters, both are the same, or no
   * report has the code; `conflict` where the row is there or the table is full.
   */
  add(actor: StaffActor, typed: TypedWord): Promise<Outcome<SearchWord & { id: number }>> {
    const given = clean(typed);
    const thing = { kind: 'synonym', id: given.term.slice(0, maxCharacters) };
    return actAsStaff(this.#deps, actor, { verb: 'synonym.edit', thing }, async (tx, audit) => {
      const checked = await check(tx, given);
      if (!checked.ok) return checked;
      if ((await store.countWordRows(tx)) >= maxRows)
        return fail('conflict', `There are ${maxRows} rows: remove one first.`);
      const id = await store.insertWord(tx, checked.value);
      if (id === undefined) return fail('conflict', 'This is already in the list.');
      audit({ after: checked.value });
      return ok({ id, ...checked.value });
    });
  }

  /** The row says something else, and is the staff's own. As `add`, and `not-found`. */
  change(actor: StaffActor, id: number, typed: TypedWord): Promise<Outcome<SearchWord>> {
    const given = clean(typed);
    const thing = { kind: 'synonym', id: String(id) };
    return actAsStaff(this.#deps, actor, { verb: 'synonym.edit', thing }, async (tx, audit) => {
      const stored = await store.findWord(tx, id);
      if (!stored) return fail('not-found', gone);
      const checked = await check(tx, given);
      if (!checked.ok) return checked;
      if (!(await store.updateWord(tx, id, checked.value)))
        return fail('conflict', 'This is already in the list.');
      const { id: _, reportTitle: __, ...before } = stored;
      audit({ before, after: checked.value });
      return ok(checked.value);
    });
  }

  /** `not-found` where there is no such row. */
  remove(actor: StaffActor, id: number): Promise<Outcome<SearchWord>> {
    const thing = { kind: 'synonym', id: String(id) };
    return actAsStaff(this.#deps, actor, { verb: 'synonym.edit', thing }, async (tx, audit) => {
      const removed = await store.deleteWord(tx, id);
      if (!removed) return fail('not-found', gone);
      audit({ before: removed });
      return ok(removed);
    });
  }
}

const gone = 'This pair is no longer in the list.';

/** One line without spaces around it. */
const cleanLine = (text: string): string => cleanText(text).replaceAll(/\s+/gu, ' ').trim();

const clean = ({ kind, term, means, oneWay }: TypedWord): TypedWord => ({
  kind,
  term: cleanLine(term),
  means: cleanLine(means),
  oneWay,
});

const pleaseCheck = 'Please check both fields.';

/** The row as it is kept. */
async function check(tx: Tx, typed: TypedWord): Promise<Outcome<SearchWord>> {
  const { kind } = typed;
  if (isPlace(kind)) return checkPlace(tx, typed);
  const errors: Record<string, string[]> = {};
  for (const name of ['term', 'means'] as const) {
    const sentence = findError(typed[name]);
    if (sentence !== undefined) errors[name] = [sentence];
  }
  if (kind === 'element' && !/^[A-Z][a-z]?$/.test(typed.term))
    errors['term'] = ['Please enter the symbol of an element, such as Li.'];
  const [term, means] = [typed.term, typed.means].map((text) => toWords(tokenize(text)));
  if (Object.keys(errors).length === 0 && term === means)
    errors['means'] = ['The search already treats these as the same word.'];
  return Object.keys(errors).length > 0
    ? fail('invalid', pleaseCheck, errors)
    : ok({ ...typed, by: 'staff' });
}

async function checkPlace(tx: Tx, typed: TypedWord): Promise<Outcome<SearchWord>> {
  const errors: Record<string, string[]> = {};
  if (!tokenize(typed.term).some(isContent))
    errors['term'] = ['Please enter a search that not every report would answer.'];
  if (typed.term.length > maxQueryCharacters)
    errors['term'] = [`At most ${maxQueryCharacters} characters, please.`];
  const code = await store.findReportCode(tx, typed.means);
  if (code === undefined) errors['means'] = ['No report has this code.'];
  return code === undefined || Object.keys(errors).length > 0
    ? fail('invalid', pleaseCheck, errors)
    : ok({ ...typed, means: code, oneWay: true, by: 'staff' });
}

function findError(text: string): string | undefined {
  const words = tokenize(text).length;
  if (words === 0) return 'Please enter a word.';
  if (words > maxSynonymWords) return `At most ${maxSynonymWords} words, please.`;
  return text.length > maxCharacters ? `At most ${maxCharacters} characters, please.` : undefined;
}

/** Entries of before there were kinds are pairs. */
const wordSchema = z.object({
  kind: z.enum([...meaningKinds, ...placeKinds]).default('synonym'),
  term: z.string(),
  means: z.string(),
  oneWay: z.boolean().default(false),
  by: z.enum(['us', 'staff']).default('staff'),
});
const missedSchema = z.object({
  words: z.string(),
  searches: z.number().int(),
  lastAt: z.coerce.date(),
});

type Undone = Outcome<{ before?: object; after?: object }>;

/** Takes back an entry of `synonym.edit`. `conflict` where the row was changed again since. */
export async function undoSearchWords(
  tx: Tx,
  { thingKind, before, after }: LoggedChange,
): Promise<Undone> {
  if (thingKind === 'missed-search') {
    const missed = missedSchema.parse(before);
    await restoreMissedSearch(tx, missed);
    return ok({ after: missed });
  }
  const made = wordSchema.safeParse(after).data;
  const former = wordSchema.safeParse(before).data;
  if (!made) {
    const removed = wordSchema.parse(before);
    return (await store.insertWord(tx, removed)) === undefined
      ? fail('conflict', 'This was added again since.')
      : ok({ after: removed });
  }
  const id = await store.findSame(tx, made);
  const isUndone =
    id !== undefined &&
    (former ? await store.updateWord(tx, id, former) : await store.deleteWord(tx, id));
  if (!isUndone) return fail('conflict', 'This was changed or removed since.');
  return ok(former ? { before: made, after: former } : { before: made });
}
