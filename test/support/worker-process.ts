/**
 * A worker in a process of its own, so that a test can kill or freeze it. Its jobs write a line when
 * they begin, and `orders.reconcile` doesn't end before a line arrives on standard input.
 */
import { once } from 'node:events';
import { startWorker } from '#adapters/jobs/worker.ts';
import './exit-with-parent.ts';
import { quickWorkerTimes } from './quick-worker-times.ts';

await startWorker({
  databaseUrl: String(process.argv[2]),
  jobs: {
    'orders.reconcile': async () => {
      console.log('began');
      await once(process.stdin, 'data');
      console.log('ended');
    },
  },
  schedules: {},
  log: { info: () => {}, warn: () => {}, error: () => {} },
  times: quickWorkerTimes,
});
console.log('open');
