/** Where the words of a search occur in what it found. Pure, safe in the browser. */

export type TextPart = { readonly text: string; readonly isMatch: boolean };

/**
 * The text in parts: those that match the words, in any case and grammatical number, and others.
 */
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

/** Why a search found a report. */
export type MatchReason = {
  /** `part` is inside of the report: "contents", "companies". */
  readonly place: 'title' | 'code' | 'keyword' | 'inside' | 'elsewhere';
  /**
   * The code, the keyword, the line inside; of `title` what was typed and it says in other words; ''
   * if there is nothing to quote.
   */
  readonly text: string;
  /** Of `inside`: which part of the report has the line. */
  readonly part?: InsidePart;
  /** Words of the query that the report does not have. */
  readonly without: readonly string[];
};

export type InsidePart =
  | 'companies'
  | 'contents'
  | 'tables'
  | 'segments'
  | 'questions'
  | 'description'
  /** The file that is sold: the line is not quoted. */
  | 'file';
