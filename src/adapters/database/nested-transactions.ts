import type { PostgresPool } from 'kysely';
import type pg from 'pg';

/**
 * One connection with a transaction under way, as a pool for Kysely: each transaction that is begun
 * over it is a savepoint, which is released or rolled back in its place. Where `signal` is aborted,
 * each further statement fails with its reason.
 */
export function nestTransactions(client: pg.PoolClient, signal?: AbortSignal): PostgresPool {
  let depth = 0;
  const translate = (text: string): string => {
    if (text === 'begin') return `savepoint level_${++depth}`;
    if (text === 'commit') return `release savepoint level_${depth--}`;
    if (text !== 'rollback') return text;
    const level = `level_${depth--}`;
    return `rollback to savepoint ${level}; release savepoint ${level}`;
  };
  const send = (text: string, values: readonly unknown[]): Promise<unknown> => {
    signal?.throwIfAborted();
    const translated = translate(text);
    // Without values, since only then several statements may come at once.
    return translated === text
      ? client.query({ text, values: [...values] })
      : client.query(translated);
  };
  let last: Promise<unknown> = Promise.resolve();
  const nested = Object.create(client, {
    query: {
      value: (text: string, values: readonly unknown[]): Promise<unknown> => {
        const answer = last.then(() => send(text, values));
        last = answer.catch(() => {});
        return answer;
      },
    },
    release: { value: () => {} },
  }) as pg.PoolClient;
  return { connect: async () => nested, end: async () => {} };
}
