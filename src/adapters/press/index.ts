import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Press } from '#core/world.ts';

/** A request to the press's thread, and what comes back. */
export type Order = { readonly id: number; readonly what: keyof Press; readonly given: unknown[] };
export type Printed = { readonly id: number; readonly made?: unknown; readonly fault?: string };

type Waiting = { done(made: never): void; failed(fault: Error): void };

const thread = createRequire(import.meta.url).resolve('#adapters/press/thread.ts');

/**
 * The press: a report's PDF, its workbook and its sample, all made from the same document, and the papers of an order. It prints in a thread
 * of its own, because a PDF takes 60 ms of work and no page may wait for it. The thread begins with the first print and holds no program up;
 * where it ends, what it had in hand throws, and the next print begins another.
 */
export function createPress(): Press {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let last = 0;

  const begin = (): Worker => {
    const begun = new Worker(thread);
    const ended = (fault: Error): void => {
      if (worker !== begun) return;
      worker = undefined;
      for (const { failed } of waiting.values()) failed(fault);
      waiting.clear();
    };
    begun.on('message', ({ id, made, fault }: Printed) => {
      const { done, failed } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (waiting.size === 0) begun.unref();
      if (fault === undefined) done?.(made as never);
      else failed?.(new Error(fault));
    });
    begun.on('error', ended);
    begun.on('exit', (code) => ended(new Error(`The press's thread ended with ${code}`)));
    return begun;
  };

  const print = <T>(what: keyof Press, ...given: unknown[]): Promise<T> =>
    new Promise<T>((done, failed) => {
      worker ??= begin();
      worker.ref();
      waiting.set(++last, { done, failed });
      worker.postMessage({ id: last, what, given } satisfies Order);
    });

  return {
    sample: (document) => print('sample', document),
    pdf: (document, stamp) => print('pdf', document, stamp),
    workbook: (document, stamp) => print('workbook', document, stamp),
    paper: (paper) => print('paper', paper),
    certificate: (paper) => print('certificate', paper),
  };
}
