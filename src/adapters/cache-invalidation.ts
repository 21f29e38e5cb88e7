import { sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import type { Deps, Log } from '#core/deps.ts';

/** The channel of PostgreSQL's NOTIFY; its payload is a JSON list of cache tags. */
const invalidationChannel = 'reportstand_invalidations';
const reconnectDelayMs = 1000;
const tagsSchema = z.array(z.string());

/** Tells every process, when `tx` commits, to drop the pages that carry one of the tags. */
export const invalidate: Deps['invalidate'] = async (tx, tags) => {
  if (tags.length > 0)
    await sql`select pg_notify(${invalidationChannel}, ${JSON.stringify(tags)})`.execute(tx);
};

type InvalidationHandlers = {
  readonly onInvalidate: (tags: string[]) => void;
  /** Called where notifications may have been missed: on every connection, the first one too. */
  readonly onReconnect: () => void;
};

/**
 * Listens for what any process invalidates, and reconnects at once, then every second. Pages stay
 * cached while it is disconnected, since without the database none could be rendered again.
 */
export function listenForInvalidations(
  url: string,
  handlers: InvalidationHandlers,
  log: Log,
): { readonly close: () => Promise<void> } {
  let client: pg.Client | undefined;
  let isClosed = false;
  const receive = (payload = '[]'): void => {
    try {
      handlers.onInvalidate(tagsSchema.parse(JSON.parse(payload)));
    } catch (error) {
      log.error({ error }, 'a cache invalidation could not be read: all pages are dropped');
      handlers.onReconnect();
    }
  };
  const connect = async (): Promise<void> => {
    if (isClosed) return;
    const newClient = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    client = newClient;
    newClient.on('notification', ({ payload }) => receive(payload));
    newClient.on('error', (error) =>
      log.warn({ error }, 'cache invalidation listener lost its connection'),
    );
    try {
      await newClient.connect();
      await newClient.query(`listen ${invalidationChannel}`);
      handlers.onReconnect();
      newClient.once('end', () => void connect());
    } catch (error) {
      if (isClosed) return;
      log.warn({ error }, 'cache invalidation listener could not connect, trying again');
      setTimeout(() => void connect(), reconnectDelayMs).unref();
    }
  };
  void connect();
  return {
    close: async () => {
      isClosed = true;
      client?.removeAllListeners('end');
      await client
        ?.end()
        .catch((error: unknown) => log.warn({ error }, 'cache invalidation listener did not end'));
    },
  };
}
