import type { FieldValues, RejectedForm } from '#site/form-fields.ts';

/**
 * Rows of a form: their fields are named by path and place, such as "header.0.label", and each has a
 * field "header.0.row", so that an empty one counts as well. The button of a row posts the whole
 * form with what to do with it, such as "header.2.up"; the page then shows the form arranged.
 */
const arranging = 'arrange';

/**
 * Returns the typed fields, arranged as the pressed button says; undefined if none of them was
 * pressed.
 */
export function arrangeForm(fields: FieldValues): RejectedForm | undefined {
  const { [arranging]: command, ...typed } = fields;
  const [, path = '', place = '', verb = ''] =
    /^([\w.-]+?)\.(?:(\d+)\.)?(up|down|remove|add)$/.exec(command ?? '') ?? [];
  if (verb === '') return undefined;
  const rows = readRows(typed, path);
  const at = Number(place);
  if (verb === 'add') rows.push({ row: '1' });
  else if (verb === 'remove') rows.splice(at, 1);
  else moveRow(rows, at, verb === 'up' ? at - 1 : at + 1);
  const values = writeRows(typed, path, rows);
  return { ok: false, message: '', intent: arranging, errors: {}, values };
}

function moveRow(rows: FieldValues[], from: number, to: number): void {
  const moved = rows[from];
  if (!moved || to < 0 || to >= rows.length) return;
  rows.splice(from, 1);
  rows.splice(to, 0, moved);
}

/** The rows below a path, each with the names of its fields behind its place. */
export function readRows(fields: FieldValues, path: string): FieldValues[] {
  const rows: Record<string, string>[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (!name.startsWith(`${path}.`)) continue;
    const [, place, field] = /^(\d{1,3})\.(.+)$/.exec(name.slice(path.length + 1)) ?? [];
    if (place === undefined || field === undefined) continue;
    (rows[Number(place)] ??= {})[field] = value;
  }
  return rows.filter((row) => row !== undefined);
}

/** The fields with these rows instead of the ones that they had. */
function writeRows(fields: FieldValues, path: string, rows: readonly FieldValues[]): FieldValues {
  const others = Object.entries(fields).filter(
    ([name]) => !(name.startsWith(`${path}.`) && /^\d/.test(name.slice(path.length + 1))),
  );
  const written = rows.flatMap((row, place) =>
    Object.entries(row).map(([field, value]) => [`${path}.${place}.${field}`, value] as const),
  );
  return Object.fromEntries([...others, ...written]);
}

/** The fields without rows in which nothing was typed. */
export const dropBlankRows = (fields: FieldValues, path: string): FieldValues =>
  writeRows(
    fields,
    path,
    readRows(fields, path).filter((row) =>
      Object.entries(row).some(([name, value]) => !/(^|\.)row$/.test(name) && value.trim() !== ''),
    ),
  );
