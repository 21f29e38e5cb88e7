/** The words of the files that a report is sold as. Pure. */
import { isNoise, isStop, tokenize } from './normalize.model.ts';

/** Of one report: the rest of a longer text has few words that its beginning lacks. */
export const maxFileCharacters = 400_000;

/** A word takes about thirty bytes of the index. */
const maxFileStems = 5000;
const minLength = 3;
const maxLength = 30;

/**
 * The stems of the text that are not known already, in the order of their first place. Numbers are
 * left out: a study has thousands, and nobody looks for one.
 */
export function listFileStems(text: string, known: ReadonlySet<string>): string[] {
  const stems = new Set<string>();
  for (const { word, stem } of tokenize(listDistinctWords(text).join(' '))) {
    if (stems.size === maxFileStems) break;
    if (word.length < minLength || word.length > maxLength || isStop({ word }) || isNoise({ word }))
      continue;
    if (!known.has(stem)) stems.add(stem);
  }
  return [...stems];
}

/** Few words are said once: the same one is not taken apart again. */
const listDistinctWords = (text: string): string[] => [
  ...new Set(
    text
      .slice(0, maxFileCharacters)
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}\p{N}]+/gu) ?? [],
  ),
];
