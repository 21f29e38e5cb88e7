import { spellNumber } from '#core/kernel/number-words.model.ts';

/** "Please check three things": the head of a list of errors. */
export const describeErrorCount = (count: number): string =>
  `Please check ${spellNumber(count)} ${count === 1 ? 'thing' : 'things'}`;
