import { AsyncLocalStorage } from 'node:async_hooks';
import type { OpenDatabase } from '#adapters/database/index.ts';
import type { GivenDeps } from '#core/deps.ts';

const transactions = new AsyncLocalStorage<true>();
const watched = new WeakSet<OpenDatabase['pool']>();

/** Fails what happens within a transaction, but for the transaction's own statements. */
function refuseWithinTransaction(what: string): void {
  if (transactions.getStore())
    throw new Error(
      `${what} within a transaction: it holds locks while it waits for something else`,
    );
}

/** Does a test's work beside a transaction that it holds open itself. */
export const besideTransaction = <T>(work: () => T): T => transactions.exit(work);

/**
 * From now on a transaction of this database that waits for another connection fails its test: under
 * load all connections are held by transactions that wait for one.
 */
export function refuseOtherConnections({ db, pool }: OpenDatabase): void {
  if (watched.has(pool)) return;
  watched.add(pool);
  const begin = db.transaction.bind(db);
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  Object.assign(pool, {
    connect: (...given: unknown[]) => {
      refuseWithinTransaction('Another connection of the database is asked for');
      return connect(...given);
    },
  });
  Object.assign(db, {
    transaction: () => {
      const builder = begin();
      const execute = builder.execute.bind(builder);
      return Object.assign(builder, {
        execute: (work: Parameters<typeof execute>[0]) =>
          execute((tx) => transactions.run(true, () => work(tx))),
      });
    },
  });
}

/** Verbs of those ports that ask nobody. */
const decidedHere: ReadonlySet<string | symbol> = new Set(['supportsCurrency', 'findUrlProblem']);
const outside = [
  'payments',
  'captcha',
  'vatNumbers',
  'email',
  'webhooks',
  'files',
  'documents',
  'goods',
] as const;

/** The same of whatever these dependencies ask the world outside. */
export function refuseCallsWithin(deps: GivenDeps): GivenDeps {
  const watch = <T extends object>(port: T, name: string): T =>
    new Proxy(port, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          if (!decidedHere.has(key)) refuseWithinTransaction(`${name}.${String(key)} is called`);
          return (value as (...all: unknown[]) => unknown).apply(target, given);
        };
      },
    });
  return { ...deps, ...Object.fromEntries(outside.map((name) => [name, watch(deps[name], name)])) };
}
