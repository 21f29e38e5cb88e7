import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { preparedMark } from '#core/kernel/prepared.store.ts';

/** Each connection keeps a plan of each; further statements are parsed anew every time. */
const maxPrepared = 60;

const names = new Map<string, string>();

function findName(text: string): string | undefined {
  if (!text.startsWith(preparedMark)) return undefined;
  const known = names.get(text);
  if (known !== undefined || names.size >= maxPrepared) return known;
  const name = `prepared_${names.size}`;
  names.set(text, name);
  return name;
}

const clients = new WeakMap<pg.PoolClient, pg.PoolClient>();

/** The pool for Kysely: each connection parses a statement with the mark once. */
export const prepareMarked = (pool: pg.Pool): PostgresPool => ({
  connect: async () => {
    const client = await pool.connect();
    const known = clients.get(client);
    if (known) return known;
    const preparing = toPreparing(client);
    clients.set(client, preparing);
    return preparing;
  },
  end: () => pool.end(),
});

const toPreparing = (client: pg.PoolClient): pg.PoolClient =>
  Object.create(client, {
    query: {
      value: (text: string, values: unknown[]) => {
        const name = findName(text);
        return client.query(name === undefined ? { text, values } : { name, text, values });
      },
    },
  }) as pg.PoolClient;
