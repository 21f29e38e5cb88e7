import { splitAtMatches } from '#core/catalogue/search/match-reason.model.ts';

/** A text in which what matches the words of a search is marked. */
export function MarkedText({ text, words }: { text: string; words: string }) {
  return splitAtMatches(text, words).map(({ text: part, isMatch }, index) =>
    // The parts of one text never change their places.
    isMatch ? <mark key={`${index}-${part}`}>{part}</mark> : part,
  );
}
