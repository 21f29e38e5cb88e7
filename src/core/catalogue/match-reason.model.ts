/** Where the words of a search stand in what it found. Pure, safe in the browser. */
import type { ReportCard } from './model.ts';

export type TextPart = { readonly text: string; readonly isMatch: boolean };

/** The text in parts: those that match the words, in any case and grammatical number, and others. */
export function splitAtMatches(text: string, words: string): TextPart[] {
  const pattern = buildPattern(words);
  if (!pattern) return text === '' ? [] : [{ text, isMatch: false }];
  return text
    .split(pattern)
    .map((part, index) => ({ text: part, isMatch: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** One group, so that a split keeps what matched. Words of one letter match nothing. */
function buildPattern(words: string): RegExp | undefined {
  const trimmed = words.trim();
  const stems = trimmed
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map(removeEnding);
  if (stems.length === 0) return undefined;
  const whole = trimmed.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const beginnings = stems.map((stem) => String.raw`(?<![\p{L}\p{N}])${stem}`);
  return new RegExp(`(${[whole, ...beginnings].join('|')})`, 'giu');
}

/** "batter" of "battery" and "batteries": enough for a mark. */
const removeEnding = (word: string): string =>
  word.length > 4 ? word.replace(/(?:ies|es|s|y)$/i, '') : word;

export type MatchReason =
  | { readonly place: 'title' | 'keywords' }
  | { readonly place: 'code' | 'description'; readonly text: string };

/** Where the search found the words: in the title first, else in what else it reads. */
export function explainMatch(
  { title, code, shortDescription }: Pick<ReportCard, 'title' | 'code' | 'shortDescription'>,
  words: string,
): MatchReason {
  const has = (text: string): boolean => splitAtMatches(text, words).some(({ isMatch }) => isMatch);
  if (has(title)) return { place: 'title' };
  if (has(code)) return { place: 'code', text: code };
  const sentence = shortDescription.split(/(?<=[.!?])\s+/u).find(has);
  return sentence === undefined ? { place: 'keywords' } : { place: 'description', text: sentence };
}
