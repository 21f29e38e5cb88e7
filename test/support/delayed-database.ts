import { startFaultyProxy } from './faulty-proxy.ts';

export type DelayedDatabase = {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** Number of pieces of answers that were held back so far. */
  readonly countDelays: () => number;
  /** While down, it cuts every connection, old and new. */
  readonly setDown: (isDown: boolean) => void;
  readonly close: () => void;
};

/** A proxy before the database that passes everything the database answers on `delayMs` late. */
export async function startDelayedDatabaseProxy(
  databaseUrl: string,
  delayMs: number,
): Promise<DelayedDatabase> {
  const { port, hostname: host } = new URL(databaseUrl);
  const proxy = await startFaultyProxy(() => ({ port: Number(port), host }));
  const setDown = (isDown: boolean): void =>
    proxy.setFault(isDown ? { kind: 'dead' } : { kind: 'delayed', delayMs });
  setDown(false);
  const url = new URL(databaseUrl);
  url.port = String(proxy.port);
  return { url: url.href, countDelays: proxy.countDelays, setDown, close: proxy.close };
}
