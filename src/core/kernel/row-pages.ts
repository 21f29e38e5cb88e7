/** Lists of any length, of which one page is in memory. */
const pageSize = 500;

export type RowPage = { readonly after: number; readonly limit: number };

/** All rows that `readPage` finds, in the order of their ids; the next page is read when one is used up. */
export async function* readByPages<Row extends { readonly id: number }>(
  readPage: (page: RowPage) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ;) {
    const rows = await readPage({ after, limit: pageSize });
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.id;
  }
}

/** The same as people get them. */
export async function* readWithoutIds<Row extends { readonly id: number }>(
  readPage: (page: RowPage) => Promise<readonly Row[]>,
): AsyncGenerator<Omit<Row, 'id'>> {
  for await (const { id: _, ...row } of readByPages(readPage)) yield row;
}
