import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import type { Deps, Log } from '#core/deps.ts';
import { getRequestContext } from '#src/request-context.ts';

/** The channel of PostgreSQL's NOTIFY; its payload is a JSON list of cache tags. */
const invalidationChannel = 'reportstand_invalidations';
const reconnectDelayMs = 1000;
/** An answer waits no longer for a database that stands still. */
const maxSettleMs = 2000;
const tagsSchema = z.array(z.string());

/** PostgreSQL refuses a payload of 8,000 bytes or more ("payload string too long"). */
const maxPayloadBytes = 7999;

/**
 * When `tx` commits, no page that is kept beyond the processes and carries one of the tags counts any
 * more (adapters/kept-pages), and every process is told to drop its own: any number of tags, in as
 * many notifications as they need.
 */
export const invalidate: Deps['invalidate'] = async (tx, tags) => {
  const unique = [...new Set(tags)];
  const payloads = splitIntoPayloads(unique);
  if (payloads.length === 0) return;
  getRequestContext().onInvalidate?.();
  await sql`with dropped as (insert into dropped_tag (tag) select unnest(${unique}::text[])
      on conflict do nothing)
    select pg_notify(${invalidationChannel}, payload)
      from unnest(${payloads}::text[]) as payload`.execute(tx);
};

/** The tags as JSON lists, each as long as a notification may be. */
export function splitIntoPayloads(tags: readonly string[]): string[] {
  const lists: string[][] = [];
  let bytesLeft = 0;
  for (const tag of tags) {
    const bytes = Buffer.byteLength(JSON.stringify(tag)) + 1;
    if (bytes > bytesLeft) {
      lists.push([]);
      bytesLeft = maxPayloadBytes - 1;
    }
    lists.at(-1)?.push(tag);
    bytesLeft -= bytes;
  }
  return lists.map((list) => JSON.stringify(list));
}

type InvalidationHandlers = {
  readonly onInvalidate: (tags: string[]) => void;
  /** Called when notifications may have been missed: on every connection, the first one too. */
  readonly onReconnect: () => void;
};

export type InvalidationListener = {
  readonly close: () => Promise<void>;
  /**
   * Resolves to true when everything that was committed before has been handled, to false when it
   * cannot be: the database is away, or does not answer within two seconds.
   */
  readonly settle: () => Promise<boolean>;
};

/**
 * Listens for what any process invalidates, and reconnects at once, then every second. Pages stay
 * cached while it is disconnected, since without the database none could be rendered again.
 */
export function listenForInvalidations(
  url: string,
  handlers: InvalidationHandlers,
  log: Log,
): InvalidationListener {
  let client: pg.Client | undefined;
  let isListening = false;
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
      isListening = true;
      handlers.onReconnect();
      newClient.once('end', () => {
        isListening = false;
        void connect();
      });
    } catch (error) {
      if (isClosed) return;
      log.warn({ error }, 'cache invalidation listener could not connect, trying again');
      setTimeout(() => void connect(), reconnectDelayMs).unref();
    }
  };
  void connect();
  const settling = new OneAfterTheOther(async () =>
    isListening && client ? settle(client, log) : false,
  );
  return {
    settle: () => settling.run(),
    close: async () => {
      isClosed = true;
      client?.removeAllListeners('end');
      await client
        ?.end()
        .catch((error: unknown) => log.warn({ error }, 'cache invalidation listener did not end'));
    },
  };
}

/** A session that notifies itself first gets, in their order, all that others have sent. */
async function settle(client: pg.Client, log: Log): Promise<boolean> {
  const notified = client.query('select pg_notify($1, $2)', [invalidationChannel, '[]']).then(
    () => true,
    (error: unknown) => {
      log.warn({ error }, 'an invalidation was not waited for');
      return false;
    },
  );
  return Promise.race([notified, sleep(maxSettleMs, false, { ref: false })]);
}

/** Work of which each call needs one run that begins after it: calls that wait share the next one. */
class OneAfterTheOther<T> {
  readonly #work: () => Promise<T>;
  #running: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  run(): Promise<T> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      const running = this.#work();
      this.#running = running;
      return running;
    });
    return this.#next;
  }
}
