/** Lets staff change the table of words: "EV" is an electric vehicle, this report comes first. */
import { z } from 'zod';
import type { Deps, Tx } from '../../deps.ts';
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
import { isPlace, meaningKinds, placeKinds, toWords } from './search-word.model.ts';
import * as store from './search-words.store.ts';
import type { SearchWord, StoredWord, TypedWord, WordFilter } from './search-words.store.ts';
import { readWordSheet, refuseRows, toWordCells, wordColumns } from './word-sheet.ts';

export type { SearchWord, StoredWord, TypedWord };

const maxCharacters = 60;
const maxQueryCharacters = 120;
/** A search reads few of these rows. */
const maxRows = 20_000;

export type WantedWords = WordFilter & {
  /** Cursors of an earlier answer. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
};

/** How many rows of a sheet were new, and how many were there and say something else now. */
export type ImportedWords = { readonly added: number; readonly changed: number };

type WordDeps = Pick<Deps, 'db' | 'clock' | 'staffActs' | 'sheets'>;

/** A row counts from the next search on. */
export class SearchWords {
  readonly #deps: WordDeps;

  constructor(deps: WordDeps) {
    this.#deps = deps;
  }

  /** One page of the rows of these kinds, by term. `forbidden` by role. */
  async list(actor: StaffActor, wanted: WantedWords): Promise<Outcome<ListPage<StoredWord>>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'synonym.edit', clock());
    if (refusal) return refusal;
    const filter = { kinds: wanted.kinds, words: wanted.words, by: wanted.by };
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
    return this.#deps.staffActs.perform(
      actor,
      { verb: 'synonym.edit', thing },
      async (tx, audit) => {
        const checked = await check(tx, given);
        if (!checked.ok) return checked;
        if ((await store.countWordRows(tx)) >= maxRows) return tooManyRows;
        const id = await store.insertWord(tx, checked.value);
        if (id === undefined) return fail('conflict', 'This is already in the list.');
        audit({ after: checked.value });
        return ok({ id, ...checked.value });
      },
    );
  }

  /** The row says something else, and is the staff's own. As `add`, and `not-found`. */
  change(actor: StaffActor, id: number, typed: TypedWord): Promise<Outcome<SearchWord>> {
    const given = clean(typed);
    const thing = { kind: 'synonym', id: String(id) };
    return this.#deps.staffActs.perform(
      actor,
      { verb: 'synonym.edit', thing },
      async (tx, audit) => {
        const stored = await store.findWord(tx, id);
        if (!stored) return fail('not-found', gone);
        const checked = await check(tx, given);
        if (!checked.ok) return checked;
        if (!(await store.updateWord(tx, id, checked.value)))
          return fail('conflict', 'This is already in the list.');
        const { id: _, reportTitle: __, ...before } = stored;
        audit({ before, after: checked.value });
        return ok(checked.value);
      },
    );
  }

  /** `not-found` where there is no such row. */
  remove(actor: StaffActor, id: number): Promise<Outcome<SearchWord>> {
    const thing = { kind: 'synonym', id: String(id) };
    return this.#deps.staffActs.perform(
      actor,
      { verb: 'synonym.edit', thing },
      async (tx, audit) => {
        const removed = await store.deleteWord(tx, id);
        if (!removed) return fail('not-found', gone);
        audit({ before: removed });
        return ok(removed);
      },
    );
  }

  /** The bytes of a CSV of all rows that match, which `importSheet` reads. `forbidden` by role. */
  async exportCsv(
    actor: StaffActor,
    filter: WordFilter,
  ): Promise<Outcome<AsyncIterable<Uint8Array>>> {
    const { db, clock, sheets } = this.#deps;
    const refusal = refuseVerb(actor, 'synonym.edit', clock());
    if (refusal) return refusal;
    const rows = await store.listWords(db, { ...filter, limit: maxRows });
    return ok(sheets.writeRows('csv', wordColumns, toWordCells(rows)));
  }

  /**
   * The rows of the sheet at this path of the machine are in the table, and are the staff's own
   * where they say something new; no row is removed. All of them, or none: `invalid` with a sentence
   * for each of the first wrong rows. `conflict` if the table would be too long.
   */
  importSheet(actor: StaffActor, path: string): Promise<Outcome<ImportedWords>> {
    const thing = { kind: 'synonym', id: 'import' };
    return this.#deps.staffActs.perform(
      actor,
      { verb: 'synonym.edit', thing },
      async (tx, audit) => {
        const rows = await readWordSheet(this.#deps.sheets.readFile(path), maxRows);
        if (!rows.ok) return rows;
        const given = rows.value.map(({ number, word }) => ({ number, ...clean(word) }));
        const known = await store.listSame(tx, given);
        const fresh = given.filter((_, place) => !known.has(place));
        const codes = await store.findReportCodes(tx, fresh);
        const checked = fresh.map(({ number, ...word }) => ({ number, ...checkWord(word, codes) }));
        const wrong = checked.flatMap((one) => ('errors' in one ? describeErrors(one) : []));
        if (wrong.length > 0) return refuseRows(wrong);
        const words = checked.flatMap((one) => ('word' in one ? [one.word] : []));
        const { before, after } = await store.putWords(tx, words);
        if ((await store.countWordRows(tx)) > maxRows) return tooManyRows;
        audit({ before: { words: before }, after: { words: after } });
        return ok({ added: after.length - before.length, changed: before.length });
      },
    );
  }
}

const gone = 'This pair is no longer in the list.';
const tooManyRows = fail('conflict', `At most ${maxRows} rows: remove one first.`);

const describeErrors = ({ number, errors }: WrongWord & { readonly number: number }): string[] =>
  Object.entries(errors).flatMap(([name, sentences]) =>
    sentences.map((sentence) => `Row ${number}, ${name}: ${sentence}`),
  );

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
  const checked = checkWord(typed, await store.findReportCodes(tx, [typed]));
  return 'word' in checked ? ok(checked.word) : fail('invalid', pleaseCheck, checked.errors);
}

type WrongWord = { readonly errors: Record<string, string[]> };
type Checked = { readonly word: SearchWord } | WrongWord;

/** The row as it is kept, with the code as its report writes it, or sentences by field. */
function checkWord(typed: TypedWord, codes: ReadonlyMap<string, string>): Checked {
  const code = codes.get(typed.means.toLowerCase());
  const found = isPlace(typed.kind) ? findPlaceErrors(typed, code) : findMeaningErrors(typed);
  const errors = Object.fromEntries(
    Object.entries(found).flatMap(([name, sentence]) => (sentence ? [[name, [sentence]]] : [])),
  );
  if (Object.keys(errors).length > 0) return { errors };
  const place = isPlace(typed.kind) ? { means: code ?? '', oneWay: true } : {};
  return { word: { ...typed, ...place, by: 'staff' } };
}

type WordErrors = { readonly term?: string | undefined; readonly means?: string | undefined };

function findMeaningErrors({ kind, term, means }: TypedWord): WordErrors {
  if (kind === 'element' && !/^[A-Z][a-z]?$/.test(term))
    return { term: 'Please enter the symbol of an element, such as Li.', means: findError(means) };
  const errors = { term: findError(term), means: findError(means) };
  const isSame = toWords(tokenize(term)) === toWords(tokenize(means));
  return isSame && !errors.term && !errors.means
    ? { means: 'The search already treats these as the same word.' }
    : errors;
}

const findPlaceErrors = ({ term }: TypedWord, code: string | undefined): WordErrors => ({
  term: findQueryError(term),
  means: code === undefined ? 'No report has this code.' : undefined,
});

function findQueryError(query: string): string | undefined {
  if (query.length > maxQueryCharacters) return `At most ${maxQueryCharacters} characters, please.`;
  if (tokenize(query).some(isContent)) return undefined;
  return 'Please enter a search that not every report would answer.';
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
/** What an entry says of rows: of one, or of those of a sheet. */
const loggedSchema = z.union([z.object({ words: z.array(wordSchema) }), wordSchema]).optional();
const missedSchema = z.object({
  words: z.string(),
  searches: z.number().int(),
  lastAt: z.coerce.date(),
});

const changedSince = 'This was changed or removed since.';

type Undone = Outcome<{ before?: object; after?: object }>;

/** Takes back an entry of `synonym.edit`. `conflict` where its rows were changed again since. */
export async function undoSearchWords(
  tx: Tx,
  { thingKind, before, after }: LoggedChange,
): Promise<Undone> {
  if (thingKind === 'missed-search') {
    const missed = missedSchema.parse(before);
    await restoreMissedSearch(tx, missed);
    return ok({ after: missed });
  }
  const [made, former] = [after, before].map((logged) => {
    const found = loggedSchema.parse(logged ?? undefined);
    return { found, words: found && ('words' in found ? found.words : [found]) };
  });
  if (made?.words?.length === 1 && former?.words?.length === 1) {
    const [word, earlier] = [made.words[0], former.words[0]];
    const id = word && (await store.listSame(tx, [word])).get(0);
    return id !== undefined && earlier && (await store.updateWord(tx, id, earlier))
      ? ok({ before: word, after: earlier })
      : fail('conflict', changedSince);
  }
  if (made?.words && (await store.deleteWords(tx, made.words)) < made.words.length)
    return fail('conflict', changedSince);
  if (former?.words && (await store.insertWords(tx, former.words)) < former.words.length)
    return fail('conflict', 'This was added again since.');
  return ok({
    ...(made?.found && { before: made.found }),
    ...(former?.found && { after: former.found }),
  });
}
