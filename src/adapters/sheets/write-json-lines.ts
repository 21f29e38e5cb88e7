import type { WrittenRow } from '#core/imports/sheet.model.ts';

/** One object a line; empty cells are left out. */
export async function* writeJsonLines(
  headers: readonly string[],
  rows: AsyncIterable<WrittenRow>,
): AsyncGenerator<Uint8Array> {
  for await (const row of rows) {
    const members = headers.flatMap((header, index) => {
      const cell = row[index] ?? '';
      return cell === '' ? [] : [[header, cell] as const];
    });
    yield Buffer.from(`${JSON.stringify(Object.fromEntries(members))}\n`);
  }
}
