import type { Database } from '../deps.ts';
import { listBadRows } from './import-rows.store.ts';
import type { WrittenRow } from './sheet.model.ts';

const errorBatchSize = 500;

/** Rows that can't be imported: number, what is wrong, and the cells at these places. */
export async function* streamBadRows(
  db: Database,
  id: number,
  places: readonly number[],
): AsyncGenerator<WrittenRow> {
  for (let after = 0; ;) {
    const rows = await listBadRows(db, id, after, errorBatchSize);
    for (const { number, cells, errors } of rows) {
      const problems = errors.map(({ column, message }) => `${column}: ${message}`);
      const padded = places.map((place) => cells[place] ?? '');
      yield [String(number), problems.join('\n'), ...padded];
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.number;
  }
}
