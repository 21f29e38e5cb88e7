/** Words that a visitor searches for. Pure, safe in the browser. */
import { cleanPrefix } from '../kernel/clean-text.model.ts';

const maxSearchCharacters = 200;

/**
 * The words in one spelling, at most 200 characters: clean, with single spaces, and with every run of
 * signs as its first sign. PostgreSQL refuses a search of many signs in a row ("tsquery stack too
 * small").
 */
export const normalizeSearchWords = (words: string): string =>
  cleanPrefix(words.trim(), maxSearchCharacters)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/([^\p{L}\p{M}\p{N}\s])(?: ?[^\p{L}\p{M}\p{N}\s])+/gu, '$1')
    .trim();
