import { codeColumn, numberedColumns, priceColumns } from '#core/imports/columns.model.ts';
import {
  fieldNames,
  getField,
  type FieldName,
} from '#core/catalogue/fields/report-fields.model.ts';

/** Where docs/import.md has the table. */
const table = /(?<=\n)\| column[\s\S]*?\n(?=\n)/;

/** docs/import.md with the table of columns that the fields of a report make. */
export function writeColumnTable(markdown: string): string {
  if (!table.test(markdown)) throw new Error('docs/import.md has no table of columns');
  return markdown.replace(table, () => formatTable([['column', 'what it holds'], ...listRows()]));
}

type Row = readonly [columns: string, holds: string];

/** A line for each field, or for several of which the same is to be said. */
function listRows(): Row[] {
  const lines = new Map([
    ['letters, digits, `-` `.` `_`, 60 at most: `AC-1001`', [`\`${codeColumn}\` *`]],
  ]);
  for (const name of fieldNames) {
    const { holds } = getField(name);
    lines.set(holds, [...(lines.get(holds) ?? []), nameColumn(name)]);
    if (name === 'pages')
      lines.set(
        pricesHold,
        Object.keys(priceColumns).map((column) => `\`${column}\``),
      );
  }
  return [...lines].map(([holds, columns]) => [columns.join(', '), holds]);
}

const pricesHold =
  "`3950`, `3950.50` or `$3,950` in the store's currency, or `on request`; a licence without a " +
  'price is not offered';

/** Of numbered columns the first ones: "`faq_1_question`, `_answer`". */
function nameColumn(name: FieldName): string {
  const { column, kind, isRequired } = getField(name);
  if (kind !== 'keyFigures' && kind !== 'faqs') return `\`${column}\`${isRequired ? ' *' : ''}`;
  const { prefix, fields } = numberedColumns[kind];
  return fields
    .map((field, index) => (index === 0 ? `\`${prefix}_1_${field}\`` : `\`_${field}\``))
    .join(', ');
}

/** As the formatter lays it out: cells of a column are equally wide. */
function formatTable([head, ...rows]: readonly Row[]): string {
  const all = [head ?? ['', ''], ...rows];
  const widths = [0, 1].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const format = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`;
  const line = format(widths.map((width) => '-'.repeat(width)));
  return format(all[0] ?? []) + line + rows.map(format).join('');
}
