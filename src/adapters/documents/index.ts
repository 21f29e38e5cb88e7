import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { DocumentRenderer } from '#core/deps.ts';

/** The requests to the render thread, and its answers. */
export type RenderRequest = {
  readonly id: number;
  readonly method: keyof DocumentRenderer;
  readonly args: unknown[];
};
export type RenderResponse = {
  readonly id: number;
  readonly result?: unknown;
  /** A thrown error: threads exchange plain values. */
  readonly error?: { readonly name: string; readonly message: string; readonly stack?: string };
};

type PendingRender = {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
};

const renderThreadPath = createRequire(import.meta.url).resolve(
  '#adapters/documents/render-thread.ts',
);

/**
 * Renders reports, samples, workbooks, pictures, invoices and certificates in a thread of its own,
 * because a PDF takes 60 ms of work and no page may wait for it. The thread starts with the first
 * document and keeps no process alive; if it ends, pending documents are rejected and a new one
 * starts.
 */
export function createDocumentRenderer(): DocumentRenderer {
  const thread = new RenderThread();
  return {
    renderSamplePdf: (document) => thread.render('renderSamplePdf', document),
    renderReportPdf: (document, stamp) => thread.render('renderReportPdf', document, stamp),
    renderReportWorkbook: (document, stamp) =>
      thread.render('renderReportWorkbook', document, stamp),
    renderChartPng: (document, chartKey) => thread.render('renderChartPng', document, chartKey),
    renderShareCardPng: (card) => thread.render('renderShareCardPng', card),
    renderInvoice: (invoice) => thread.render('renderInvoice', invoice),
    renderCertificate: (certificate) => thread.render('renderCertificate', certificate),
  };
}

class RenderThread {
  readonly #pending = new Map<number, PendingRender>();
  #worker: Worker | undefined;
  #lastId = 0;

  render<T>(method: keyof DocumentRenderer, ...args: unknown[]): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const worker = (this.#worker ??= this.#start());
      worker.ref();
      const id = ++this.#lastId;
      this.#pending.set(id, { resolve, reject });
      worker.postMessage({ id, method, args } satisfies RenderRequest);
    });
  }

  #start(): Worker {
    const worker = new Worker(renderThreadPath);
    const rejectPending = (error: Error): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      for (const { reject } of this.#pending.values()) reject(error);
      this.#pending.clear();
    };
    worker.on('message', (response: RenderResponse) => {
      this.#settle(response);
      if (this.#pending.size === 0) worker.unref();
    });
    worker.on('error', rejectPending);
    worker.on('exit', (code) =>
      rejectPending(new Error(`The render thread exited with code ${code}`)),
    );
    return worker;
  }

  #settle({ id, result, error }: RenderResponse): void {
    const { resolve, reject } = this.#pending.get(id) ?? {};
    this.#pending.delete(id);
    if (error === undefined) resolve?.(result as never);
    else reject?.(Object.assign(new Error(error.message), error));
  }
}
