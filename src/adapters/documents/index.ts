import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { DocumentRenderer } from '#core/deps.ts';

/** A request to the press's thread, and what comes back. */
export type RenderRequest = {
  readonly id: number;
  readonly method: keyof DocumentRenderer;
  readonly args: unknown[];
};
export type RenderResponse = {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
};

type PendingRender = { resolve(made: never): void; reject(fault: Error): void };

const renderThreadPath = createRequire(import.meta.url).resolve(
  '#adapters/documents/render-thread.ts',
);

/**
 * The press: a report's PDF, its workbook and its sample, all made from the same document, and the papers of an order. It prints in a thread
 * of its own, because a PDF takes 60 ms of work and no page may wait for it. The thread begins with the first print and holds no program up;
 * where it ends, what it had in hand throws, and the next print begins another.
 */
export function createDocumentRenderer(): DocumentRenderer {
  const pending = new Map<number, PendingRender>();
  let worker: Worker | undefined;
  let lastId = 0;

  const startThread = (): Worker => {
    const started = new Worker(renderThreadPath);
    const rejectPending = (fault: Error): void => {
      if (worker !== started) return;
      worker = undefined;
      for (const { reject } of pending.values()) reject(fault);
      pending.clear();
    };
    started.on('message', ({ id, result, error }: RenderResponse) => {
      const { resolve, reject } = pending.get(id) ?? {};
      pending.delete(id);
      if (pending.size === 0) started.unref();
      if (error === undefined) resolve?.(result as never);
      else reject?.(new Error(error));
    });
    started.on('error', rejectPending);
    started.on('exit', (code) =>
      rejectPending(new Error(`The render thread exited with code ${code}`)),
    );
    return started;
  };

  const render = <T>(method: keyof DocumentRenderer, ...args: unknown[]): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      worker ??= startThread();
      worker.ref();
      pending.set(++lastId, { resolve, reject });
      worker.postMessage({ id: lastId, method, args } satisfies RenderRequest);
    });

  return {
    renderSamplePdf: (document) => render('renderSamplePdf', document),
    renderReportPdf: (document, stamp) => render('renderReportPdf', document, stamp),
    renderReportWorkbook: (document, stamp) => render('renderReportWorkbook', document, stamp),
    renderInvoice: (paper) => render('renderInvoice', paper),
    renderCertificate: (paper) => render('renderCertificate', paper),
  };
}
