/** The process that opens files of strangers. Started by goods-process.ts, with its limits. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { GoodsRefusal } from './refusals.ts';
import type { GoodsRequest, GoodsResponse, GoodsTasks } from './tasks.ts';
import { formatStamp } from '#core/orders/delivery/stamp.model.ts';

/** A process has mostly one task: it loads what that needs, since loading all takes 0.4 s. */
const tasks: GoodsTasks = {
  prepare: async (input) => (await import('./prepare.ts')).prepare(input),
  provePdf: async ({ bodyPath, master, coverPath }) =>
    (await import('./pdf/prove-copy.ts')).provePdf(bodyPath, master, coverPath),
  makeTail: async ({ master, stamp }) =>
    master.kind === 'pdf'
      ? (await import('./pdf/pdf-tail.ts')).makePdfTail(master, formatStamp(stamp))
      : (await import('./zip/zip-tail.ts')).makeZipTail(master, stamp),
  makeSample: async (input) => (await import('./pdf/make-sample.ts')).makeSample(input),
};

async function handleRequest({ id, task, input }: GoodsRequest): Promise<GoodsResponse> {
  try {
    const work = tasks[task] as (value: unknown) => Promise<unknown>;
    return { id, result: await work(input) };
  } catch (error) {
    if (error instanceof GoodsRefusal) return { id, refusal: error.message };
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const [, , memoryLimitBytes] = process.argv;
new Worker(new URL(`memory-watch${path.extname(import.meta.filename)}`, import.meta.url), {
  workerData: Number(memoryLimitBytes),
}).unref();
// Nobody waits for the work of a process whose parent is gone.
process.on('disconnect', () => process.exit());
process.on(
  'message',
  (request: GoodsRequest) =>
    void handleRequest(request).then((response) => process.send?.(response)),
);
