/** The seam of the search: PostgreSQL answers it, and another engine could. */
import type { Tx } from '../../deps.ts';
import type { Facets } from '../facets.model.ts';
import type { MatchReason } from '../match-reason.model.ts';
import type { ReportQuery } from '../model.ts';
import type { Understood } from './understood.model.ts';

export type Found = {
  /** Of one page, in their order. */
  readonly ids: readonly number[];
  readonly total: number;
  /** True where there may be more than `total`. */
  readonly isAtLeast: boolean;
  /** Where nothing was found: the first reports that at least mention the words. */
  readonly mentioned: readonly number[];
  /** True where nothing would be found without filters either. */
  readonly isNowhere: boolean;
  /** How many reports each choice of a filter would leave, with all other filters. */
  readonly facets: Facets;
  readonly understood: Understood;
  /** Why each was found; empty for a search without words. */
  readonly why: ReadonlyMap<number, MatchReason>;
};

export type Suggested = Pick<Found, 'ids' | 'total' | 'isAtLeast' | 'understood' | 'why'>;

export type Finder = {
  /** One page of the published reports that match. Throws where it takes over two seconds. */
  readonly find: (wanted: ReportQuery) => Promise<Found>;
  /**
   * The best reports for words that are still being typed, one for each subject, and how many were
   * found in all. `why` has those whose title lacks a word.
   */
  readonly suggest: (words: string, limit: number) => Promise<Suggested>;
  /**
   * When `tx` commits, the search knows these reports as they are then: the published ones are
   * found, and no other.
   */
  readonly put: (tx: Tx, ids: readonly number[]) => Promise<void>;
  /** When `tx` commits, none of these is found. */
  readonly drop: (tx: Tx, ids: readonly number[]) => Promise<void>;
};

/** A search stops counting here. */
export const maxCounted = 10_000;
/** The same while somebody types. */
export const maxCountedTyping = 1000;
/** Where fewer are found by title and keywords, what is inside counts too. */
export const minFoundByTitle = 12;
/** Where fewer are found, words are left out. */
export const minFoundByAllWords = 5;
export const maxFoundInside = 300;
export const maxMentioned = 6;
