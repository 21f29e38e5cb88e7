/**
 * Loaded first (`node --import`) into every program that the tests start: the program ends with the
 * process that started it, also if that one was killed and could say nothing.
 */
const parentPid = process.ppid;
const killDelayMs = 10_000;

const timer = setInterval(() => {
  if (process.ppid === parentPid) return;
  clearInterval(timer);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), killDelayMs).unref();
  process.kill(process.pid, 'SIGTERM');
}, 500);
timer.unref();
