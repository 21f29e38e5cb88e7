import pg from 'pg';
import type { Log } from '#core/deps.ts';

/**
 * Hears what was committed anywhere. `lost` is called whenever the line stands again after it was cut: changes may have been missed. It is laid
 * again at once, then every second; until then pages stay as they were, since without the database none could be made anew.
 */
export function listenForInvalidations(
  url: string,
  handlers: { onInvalidate(tags: string[]): void; onReconnect(): void },
  log: Log,
): { close(): Promise<void> } {
  let client: pg.Client | undefined;
  let isClosed = false;
  const connect = async (): Promise<void> => {
    if (isClosed) return;
    const fresh = new pg.Client({ connectionString: url });
    client = fresh;
    fresh.on('notification', ({ payload }) =>
      handlers.onInvalidate(JSON.parse(payload ?? '[]') as string[]),
    );
    fresh.on('error', () => {});
    try {
      await fresh.connect();
      await fresh.query('listen reportstand_invalidations');
      handlers.onReconnect();
      fresh.once('end', () => void connect());
    } catch (error) {
      if (isClosed) return;
      log.warn({ error: String(error) }, 'changes are not heard at the moment');
      setTimeout(() => void connect(), 1000).unref();
    }
  };
  void connect();
  return {
    close: async () => {
      isClosed = true;
      client?.removeAllListeners('end');
      await client?.end().catch(() => {});
    },
  };
}
