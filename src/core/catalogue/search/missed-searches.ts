/**
 * Searches of visitors that found nothing: they tell the office what to write, and what to call it.
 */
import { readTimeZone } from '../../kernel/store-zone.store.ts';
import { startOfDay, toDay } from '../../kernel/time-zone.model.ts';
import type { Deps } from '../../deps.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import type { StaffActor } from '../../staff/model.ts';
import { refuseVerb } from '../../staff/verbs.model.ts';
import * as store from './missed-searches.store.ts';
import { cleanQuery, tokenize } from './normalize.model.ts';

export type MissedSearch = {
  readonly words: string;
  /** How often it was looked for in the period. */
  readonly searches: number;
  readonly lastAt: Date;
};

/** A page of the list; cursors are numbers of rows. */
export type MissedSearchList = {
  readonly rows: readonly MissedSearch[];
  /** Different words. */
  readonly total: number;
  readonly isTotalCapped: boolean;
  /** How often any of them was looked for. */
  readonly searches: number;
  readonly next?: string;
  readonly previous?: string;
};

const maxCharacters = 80;
/** Words that nobody looked for again make room for others. */
const maxKept = 10_000;
const keptDays = 366;
const rowsPerPage = 50;

type MissedDeps = Pick<Deps, 'db' | 'clock' | 'staffActs'>;

/** Addresses of email and web, and numbers as long as a telephone's or a card's. */
const mayBePersonal = (query: string): boolean =>
  /@|:\/\//.test(query) || /\d(?:[\s().+-]*\d){6}/.test(query);

/** Searches that found nothing, for staff. */
export class MissedSearches {
  readonly #deps: MissedDeps;

  constructor(deps: MissedDeps) {
    this.#deps = deps;
  }

  /**
   * Counts words for the office that found neither a report nor a page of the store. What may name or
   * number a person is not kept.
   */
  async note(query: string): Promise<void> {
    const { db, clock } = this.#deps;
    const text = cleanQuery(query);
    const words = tokenize(text)
      .map(({ word }) => word)
      .join(' ');
    if (words === '' || text.length > maxCharacters || mayBePersonal(text)) return;
    const now = clock();
    const today = toDay(now, await readTimeZone(db));
    await store.countMissedSearch(db, words, { now, today, maxKept, keptDays });
  }

  /**
   * Since the store's day of `from`, at most a year ago; those that were looked for most often first.
   * `forbidden` by role.
   */
  async list(
    actor: StaffActor,
    {
      from,
      after,
      before,
    }: { from: Date; after?: string | undefined; before?: string | undefined },
  ): Promise<Outcome<MissedSearchList>> {
    const { db, clock } = this.#deps;
    const refusal = refuseVerb(actor, 'search.use', clock());
    if (refusal) return refusal;
    const offset = Math.max(0, before ? readRow(before) - rowsPerPage : readRow(after));
    const limit = rowsPerPage + 1;
    const zone = await readTimeZone(db);
    const day = toDay(from, zone);
    const [found, { words: total, searches }] = await Promise.all([
      store.listMissedSearches(db, { from: day, limit, offset }),
      store.countMissedSearches(db, { day, startsAt: startOfDay(day, zone) }),
    ]);
    return ok({
      rows: found.slice(0, rowsPerPage),
      total,
      searches,
      isTotalCapped: false,
      ...(found.length > rowsPerPage ? { next: String(offset + rowsPerPage) } : {}),
      ...(offset > 0 ? { previous: String(offset) } : {}),
    });
  }

  /**
   * The words are not in the list until somebody looks for them again. `not-found`, `forbidden`.
   */
  remove(actor: StaffActor, words: string): Promise<Outcome<undefined>> {
    const thing = { kind: 'missed-search', id: words.slice(0, maxCharacters) };
    return this.#deps.staffActs.perform(
      actor,
      { verb: 'synonym.edit', thing },
      async (tx, audit) => {
        const removed = await store.deleteMissedSearch(tx, words);
        if (!removed) return fail('not-found', 'These words are no longer in the list.');
        audit({ before: removed });
        return ok(undefined);
      },
    );
  }
}

const readRow = (cursor: string | undefined): number =>
  cursor !== undefined && /^\d{1,5}$/.test(cursor) ? Number(cursor) : 0;
