import pg from 'pg';
import type { Log } from '#core/world.ts';

/**
 * Hears what was committed anywhere. `lost` is called whenever the line was cut (changes may have been missed);
 * it is laid again by itself.
 */
export function hearChanges(url: string, on: { changed(tags: string[]): void; lost(): void }, log: Log): { close(): Promise<void> } {
  let client: pg.Client | undefined;
  let closed = false;
  const connect = async (): Promise<void> => {
    if (closed) return;
    const fresh = new pg.Client({ connectionString: url });
    client = fresh;
    fresh.on('notification', ({ payload }) => on.changed(JSON.parse(payload ?? '[]') as string[]));
    fresh.on('error', () => {});
    fresh.on('end', again);
    try {
      await fresh.connect();
      await fresh.query('listen reportstand_changed');
      on.lost();
    } catch (error) {
      if (closed) return;
      log.warn({ error: String(error) }, 'changes are not heard at the moment');
      fresh.removeListener('end', again);
      again();
    }
  };
  const again = (): void => {
    on.lost();
    if (!closed) setTimeout(() => void connect(), 1000).unref();
  };
  void connect();
  return {
    close: async () => {
      closed = true;
      client?.removeAllListeners('end');
      await client?.end().catch(() => {});
    },
  };
}
