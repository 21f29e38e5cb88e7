/**
 * Loaded first (`node --import`) into every program that the tests start: the program ends with the
 * process that started it, also if that one was killed and could say nothing. Node keeps what it
 * compiled when a program ends (NODE_COMPILE_CACHE); one that a test kills has kept it before.
 */
import { flushCompileCache } from 'node:module';

const parentPid = process.ppid;
const killDelayMs = 10_000;

let flushes = 0;
const timer = setInterval(() => {
  if (flushes++ < 4) flushCompileCache();
  if (process.ppid === parentPid) return;
  clearInterval(timer);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), killDelayMs).unref();
  process.kill(process.pid, 'SIGTERM');
}, 500);
timer.unref();
