/** Where a page of the list begins (`after`) or ends (`before`): the sort keys of one row. */
export type EnquiryCursor = {
  readonly direction: 'after' | 'before';
  /** The day that the row is sorted by, "9999-12-31" where it is not due. */
  readonly day: string;
  readonly id: number;
};

export const neverDue = '9999-12-31';

export const formatCursor = ({ day, id }: { readonly day: string; readonly id: number }): string =>
  `${day}.${id}`;

/** undefined for a text that is no cursor of ours: the list begins at its start. */
export function parseCursor(wanted: {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}): EnquiryCursor | undefined {
  const direction = wanted.before === undefined ? 'after' : 'before';
  const [, day, id] = /^(\d{4}-\d{2}-\d{2})\.(\d{1,9})$/.exec(wanted[direction] ?? '') ?? [];
  if (day === undefined || id === undefined || Number.isNaN(Date.parse(day))) return undefined;
  return { direction, day, id: Number(id) };
}
