import { startEmbeddedPostgres } from '#adapters/database/embedded-postgres.ts';
import { lockDataFolder } from '#src/boot/lock-data-folder.ts';
import type { Config } from '#src/settings/config.ts';

/** The database of the development store: it stays while the app starts again and again. */
export async function openDevDatabase(
  config: Config,
  printLine: (line: string) => void,
): Promise<{ url: string; readonly close: () => Promise<void> }> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: async () => {} };
  const unlock = lockDataFolder(config.dataDir);
  const postgres = await startEmbeddedPostgres(config.dataDir, printLine);
  return {
    url: postgres.url,
    close: async () => {
      await postgres.stop();
      unlock();
    },
  };
}
