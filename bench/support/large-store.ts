/** A built store over a PostgreSQL of its own that benchmarks fill with many rows. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import type { Database } from '#core/deps.ts';
import { startBuiltApp } from './program.ts';

type LargeStore = {
  readonly url: string;
  readonly db: Database;
  readonly renderUncached: (path: string) => Promise<Response>;
  readonly close: () => Promise<void>;
};

/**
 * A store with the demo's catalogue that `fill` wrote its rows into. With `BENCH_DATA`, a folder,
 * it is filled once and kept there for the next run.
 */
export async function openLargeStore(
  name: string,
  fill: (db: Database) => Promise<void>,
): Promise<LargeStore> {
  const kept = process.env['BENCH_DATA'];
  if (kept !== undefined) mkdirSync(kept, { recursive: true });
  const folder = kept ?? mkdtempSync(path.join(os.tmpdir(), `reportstand-${name}-`));
  const postgres = await startEmbeddedPostgres(folder, () => {});
  const env = {
    PORT: '18380',
    DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: postgres.url,
    DEMO_OFFICE: 'off',
  };
  let running = await startBuiltApp(env);
  const database = await openDatabase(postgres.url);
  const filled = path.join(folder, 'filled');
  if (!existsSync(filled)) {
    console.log('filling the store…');
    await fill(database.db);
    writeFileSync(filled, '');
    // Without the memory that filling it took.
    await running.stop();
    running = await startBuiltApp(env);
  }
  return {
    url: running.url,
    db: database.db,
    renderUncached: running.renderUncached,
    close: async () => {
      await running.stop();
      await database.close();
      await postgres.stop();
      if (kept === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
