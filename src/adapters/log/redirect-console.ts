import { format } from 'node:util';
import type { Log } from '#core/deps.ts';

/**
 * Turns what libraries print with `console` into lines of the log, until the returned function is
 * called. `console.log`, which our own messages for the person at the terminal use, is left alone
 * unless `isWithLog`.
 */
export function redirectConsole(log: Log, isWithLog: boolean): () => void {
  const { error, warn, info, log: print } = console;
  const redirect =
    (level: keyof Log) =>
    (...values: unknown[]): void => {
      const thrown = values.find((value) => value instanceof Error);
      const texts = values.filter((value) => value !== thrown);
      const message = texts.length > 0 ? format(...texts).trim() : 'a library printed an error';
      log[level](thrown ? { error: thrown } : {}, message);
    };
  console.error = redirect('error');
  console.warn = redirect('warn');
  console.info = redirect('info');
  if (isWithLog) console.log = redirect('info');
  return () => Object.assign(console, { error, warn, info, log: print });
}
