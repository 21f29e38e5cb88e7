import { expect, test } from 'vitest';
import { readByPages } from './row-pages.ts';
import { writeJson } from './streamed-json.model.ts';

async function collect<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}
const toText = async (parts: Record<string, unknown>): Promise<string> => {
  let text = '';
  for await (const bytes of writeJson(parts)) text += Buffer.from(bytes).toString();
  return text;
};
async function* listNumbered(rows: number): AsyncGenerator<object> {
  for (let number = 0; number < rows; number++) yield { number, list: [number], text: 'a\nb "c"' };
}

test('an exported file is the JSON of its parts, lists that are read meanwhile among them', async () => {
  const parts = {
    at: new Date(0),
    left: undefined,
    none: null,
    few: [{ a: 1 }, { a: 2 }],
    not: [],
  };
  const rows = await collect(listNumbered(3));
  expect(await toText({ ...parts, rows: listNumbered(3), nothing: listNumbered(0) })).toBe(
    `${JSON.stringify({ ...parts, rows, nothing: [] }, null, 2)}\n`,
  );
  expect(await toText({})).toBe('{}\n');
  const many = JSON.parse(await toText({ rows: listNumbered(5000) })) as { rows: object[] };
  expect(many.rows).toHaveLength(5000);
});

test('rows are read page by page, each once', async () => {
  const table = Array.from({ length: 1000 }, (_, index) => ({ id: index * 2 + 1 }));
  for (const count of [0, 1, 499, 500, 501, 1000]) {
    const rows = table.slice(0, count);
    const pages: number[] = [];
    const read = readByPages(async ({ after, limit }) => {
      pages.push(after);
      return rows.filter(({ id }) => id > after).slice(0, limit);
    });
    expect(await collect(read)).toEqual(rows);
    expect(pages.length).toBe(Math.floor(count / 500) + 1);
  }
});
