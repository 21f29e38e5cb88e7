/** The process that opens files of strangers. Started by goods-process.ts, with its limits. */
import { Worker } from 'node:worker_threads';
import { makePdfTail } from './pdf/pdf-tail.ts';
import { provePdf } from './pdf/prove-copy.ts';
import { makeSample } from './pdf/make-sample.ts';
import { prepare } from './prepare.ts';
import { GoodsRefusal } from './refusals.ts';
import type { GoodsRequest, GoodsResponse, GoodsTasks } from './tasks.ts';
import { formatStamp } from '#core/orders/delivery/stamp.model.ts';
import { makeZipTail } from './zip/zip-tail.ts';

const tasks: GoodsTasks = {
  prepare,
  provePdf: ({ bodyPath, master, coverPath }) => provePdf(bodyPath, master, coverPath),
  makeTail: async ({ master, stamp }) =>
    master.kind === 'pdf' ? makePdfTail(master, formatStamp(stamp)) : makeZipTail(master, stamp),
  makeSample,
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
new Worker(new URL('memory-watch.ts', import.meta.url), {
  workerData: Number(memoryLimitBytes),
}).unref();
// Nobody waits for the work of a process whose parent is gone.
process.on('disconnect', () => process.exit());
process.on(
  'message',
  (request: GoodsRequest) =>
    void handleRequest(request).then((response) => process.send?.(response)),
);
