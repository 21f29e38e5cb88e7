/**
 * The thread that ends its process if it takes more memory than it may. Node's own limit counts
 * the heap alone, and what a hostile file unpacks to lies outside of it.
 */
import { workerData } from 'node:worker_threads';

const checkEveryMs = 20;

setInterval(() => {
  if (process.memoryUsage.rss() > Number(workerData)) process.kill(process.pid, 'SIGKILL');
}, checkEveryMs);
