import {
  meaningKinds,
  placeKinds,
  type MeaningKind,
} from '#core/catalogue/search/search-word.model.ts';
import { readListAddress } from '#admin/frame/list-address.ts';

/** Whose rows; the words of the filter. */
export const authors = [
  ['us', 'Built in'],
  ['staff', 'Your team'],
] as const;

export const readKind = (text: string | undefined): MeaningKind =>
  meaningKinds.find((kind) => kind === text) ?? 'synonym';

/** Which rows of the table of words an address asks for: of the list, or of its export. */
export function readWordList(requestUrl: string) {
  const list = readListAddress(requestUrl, {
    filters: { q: 'text', kind: meaningKinds, by: authors.map(([by]) => by) },
    others: ['term', 'means', 'one-way', 'missed', 'edit'],
    sorts: [],
    defaultSort: 'term',
  });
  const { kind, q, by } = list.filters;
  const filter = {
    kinds: kind === undefined ? meaningKinds : [readKind(kind)],
    words: q,
    by: authors.map(([name]) => name).find((name) => name === by),
  };
  return { list, filter, isWhole: kind === undefined && q === undefined && by === undefined };
}

/** Every row of the table: an export of the whole list has the first and the hidden reports, too. */
export const allKinds = [...meaningKinds, ...placeKinds] as const;
