/** Where a page of the list begins or ends: the sort keys of one row. */
export type EnquiryCursor = {
  readonly direction: 'after' | 'before';
  /** The day that the row is sorted by, "9999-12-31" where it is not due. */
  readonly day: string;
  readonly id: number;
};

export const neverDue = '9999-12-31';

export const formatCursor = ({ direction, day, id }: EnquiryCursor): string =>
  `${direction}.${day}.${id}`;

/** undefined for a text that is no cursor of ours: the list begins at its start. */
export function parseCursor(text: string | undefined): EnquiryCursor | undefined {
  const [, direction, day, id] =
    /^(after|before)\.(\d{4}-\d{2}-\d{2})\.(\d{1,9})$/.exec(text ?? '') ?? [];
  if (day === undefined || id === undefined || Number.isNaN(Date.parse(day))) return undefined;
  return { direction: direction === 'before' ? 'before' : 'after', day, id: Number(id) };
}
