/** Texts of form controls, and what is read from them. Pure, for server and browser. */

/** Names of controls to their texts. */
export type Texts = Readonly<Record<string, string>>;

export const orNull = (value: unknown): unknown =>
  value === '' || (Array.isArray(value) && value.length === 0) ? null : value;

/** The lines that are not empty, without white space around them. */
export const readLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const number = /^[-+−]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** "1,234.5", "1 234.5" or "-0.2"; undefined for what is no number. */
export function readNumber(text: string): number | undefined {
  const plain = text.trim().replaceAll(/(?<=\d)[,\u00a0\u202f ](?=\d{3}(?!\d))/g, '');
  return number.test(plain) ? Number(plain.replace('−', '-')) : undefined;
}

/** Rows of controls that are named "<path>.<number>.<name>", by name; blank rows are left out. */
export function readRowTexts(texts: Texts, path: string): Record<string, string>[] {
  const rows = new Map<number, Record<string, string>>();
  for (const [name, text] of Object.entries(texts)) {
    if (!name.startsWith(`${path}.`)) continue;
    const [index = '', part = ''] = name.slice(path.length + 1).split('.');
    if (text.trim() === '') continue;
    const row = rows.get(Number(index)) ?? {};
    row[part] = text.replaceAll('\r\n', '\n');
    rows.set(Number(index), row);
  }
  return [...rows].toSorted(([a], [b]) => a - b).map(([, row]) => row);
}

/** The controls' texts of rows, with so many empty rows below them. */
export const toRowTexts = (
  path: string,
  names: readonly string[],
  rows: readonly Readonly<Record<string, string>>[],
  spareRows: number,
): Texts =>
  Object.fromEntries(
    Array.from({ length: rows.length + spareRows }, (_, index) =>
      names.map((name) => [`${path}.${index}.${name}`, rows[index]?.[name] ?? ''] as const),
    ).flat(),
  );
