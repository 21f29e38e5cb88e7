/** A page of a list that staff see: rows from a cursor on, and how many there are in all. */
import { z } from 'zod';
import type { WantedPage } from './wanted-list.model.ts';

/** Lists count exactly up to here, and say "10,000+" beyond. */
export const maxListTotal = 10_000;
export const rowsPerListPage = 50;

export type ListPage<Row> = {
  readonly rows: readonly Row[];
  readonly total: number;
  /** There are more than `total`. */
  readonly isTotalCapped: boolean;
  /** Cursors of the pages after and before this one. */
  readonly next?: string | undefined;
  readonly previous?: string | undefined;
};

/** The row beside a page: what the list is sorted by first, and its id. */
export type ListStart = {
  readonly isBackward: boolean;
  /** Empty if the list is sorted by id alone. */
  readonly key: string;
  readonly id: number;
};

/** Of what type a sort key is in the database. */
export type SortKeyKind = 'none' | 'number' | 'day' | 'time' | 'text';

const isKeyOfKind: Readonly<Record<SortKeyKind, (key: string) => boolean>> = {
  none: (key) => key === '',
  number: (key) => /^-?\d{1,10}$/.test(key) && Math.abs(Number(key)) < 2 ** 31,
  day: (key) => z.iso.date().safeParse(key).success,
  // PostgreSQL writes "2026-11-22 09:30:00.123+00".
  time: (key) =>
    z.iso
      .datetime({ offset: true })
      .safeParse(key.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).success,
  text: (key) => key !== '' && !key.includes('\0'),
};

/**
 * Where the wanted page starts; undefined, which is the first page, for a cursor that is not ours.
 */
export function readListStart(wanted: WantedPage, kind: SortKeyKind): ListStart | undefined {
  const isBackward = wanted.before !== undefined;
  const cursor = (isBackward ? wanted.before : wanted.after) ?? '';
  const [, key = '', id] = /^(?:(.*)\.)?(\d{1,9})$/s.exec(cursor) ?? [];
  return id !== undefined && isKeyOfKind[kind](key)
    ? { isBackward, key, id: Number(id) }
    : undefined;
}

type Found<Row> = {
  /** Read from `start` on, the nearest row first, one more than a page has if there is one. */
  readonly rows: readonly Row[];
  readonly start: ListStart | undefined;
  /** Counted to one more than `maxListTotal` at most. */
  readonly count: number;
  readonly limit?: number;
  /** A row's sort key as its database writes it; nothing if the list is sorted by id alone. */
  readonly getKey?: (row: Row) => string | number;
};

/** The rows of a page in the list's order, their number, and the cursors of the pages beside it. */
export function toListPage<Row extends { readonly id: number }>(found: Found<Row>): ListPage<Row> {
  const { start, count, limit = rowsPerListPage, getKey = () => '' } = found;
  const toCursor = (row: Row | undefined): string | undefined => {
    if (!row) return undefined;
    const key = getKey(row);
    return key === '' ? String(row.id) : `${key}.${row.id}`;
  };
  const nearest = found.rows.slice(0, limit);
  const hasMore = found.rows.length > limit;
  const isBackward = start?.isBackward ?? false;
  const rows = isBackward ? nearest.toReversed() : nearest;
  const hasPrevious = isBackward ? hasMore : start !== undefined;
  return {
    rows,
    total: Math.min(count, maxListTotal),
    isTotalCapped: count > maxListTotal,
    next: isBackward || hasMore ? toCursor(rows.at(-1)) : undefined,
    previous: hasPrevious ? toCursor(rows[0]) : undefined,
  };
}
