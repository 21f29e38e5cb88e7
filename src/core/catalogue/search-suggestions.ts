import type { Database, Tx } from '../deps.ts';
import { describeHeadline } from './headline-figure.model.ts';
import type { SearchSuggestions, SuggestedReport } from './model.ts';
import { normalizeSearchWords } from './search-words.model.ts';
import {
  findIndustries,
  findReports,
  findSimilarWord,
  withStatementTimeout,
  type FoundReport,
} from './search.store.ts';

/** Reports and industries in the header's dropdown. */
const maxSuggestions = 6;

/**
 * Suggestions of the header's search while a visitor types. Where nothing contains the words, the
 * spelling is corrected. Fewer than two characters find nothing.
 */
export async function suggest(db: Database, words: string): Promise<SearchSuggestions> {
  const text = normalizeSearchWords(words);
  if (text.length < 2) return { industries: [], reports: [], words: text, nearest: false };
  return withStatementTimeout(db, (tx) => findSuggestions(tx, text));
}

async function findSuggestions(db: Tx, text: string): Promise<SearchSuggestions> {
  const industries = await findIndustries(db, text, maxSuggestions);
  const found = await findReports(db, text, maxSuggestions);
  if (found.length > 0 || industries.length > 0)
    return { industries, reports: found.map(toSuggestion), words: text, nearest: false };
  const corrected = await correctSpelling(db, text);
  const nearest = corrected === '' ? [] : await findReports(db, corrected, maxSuggestions);
  return {
    industries,
    reports: nearest.map(toSuggestion),
    words: nearest.length > 0 ? corrected : text,
    nearest: nearest.length > 0,
  };
}

function toSuggestion({ cover, ...report }: FoundReport): SuggestedReport {
  const headline = describeHeadline(cover);
  return { ...report, figure: headline ? `${headline.value}, ${headline.note}` : '' };
}

/** Each word of four letters or more as the most similar word of any title; '' where none is. */
async function correctSpelling(db: Tx, text: string): Promise<string> {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 4)
    .slice(0, 8);
  const corrected: string[] = [];
  for (const word of words) {
    const similar = await findSimilarWord(db, word);
    if (similar !== undefined) corrected.push(similar);
  }
  return corrected.join(' ');
}
