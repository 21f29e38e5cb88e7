import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCodes } from '#src/boot/exit-codes.ts';
import { defaultMemoryMb, divideMemory } from '#src/settings/memory-budget.ts';

const firstDelayMs = 500;
const maxDelayMs = 30_000;
/** A program that had been running this long is restarted at once. */
const stableAfterMs = 60_000;
/** The program ends by itself within nine seconds; what remains then is killed. */
const killAfterMs = 9500;
const parentCheckMs = 500;
/**
 * Compression, files and DNS share it: with Node's four, a few large pages would hold up others.
 */
const UV_THREADPOOL_SIZE = '16';
/**
 * glibc keeps freed memory in up to eight arenas a core; with two, uploads took 90 MB less. It gives
 * back only what lies at an arena's end: pieces of bodies of 8 KB and more have a mapping of their
 * own, without which 80 MB of holes stayed after large bodies.
 */
const allocation = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '8192',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/**
 * Runs the built program, dist/program.js, until it is told to end, and answers the exit code. A
 * program that died is started again, more and more slowly; one that was never open is not, since
 * the same start would fail again. When `stop` is aborted the program ends, and nothing runs
 * afterwards.
 */
export async function supervise(program: string, stop: AbortSignal): Promise<number> {
  const stopped = new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()));
  let hasBeenOpen = false;
  let delayMs = firstDelayMs;
  for (;;) {
    const run = await runProgram(program, stop);
    hasBeenOpen ||= run.openForMs !== undefined;
    if (stop.aborted || run.code === 0) return run.code ?? 1;
    if (!hasBeenOpen || run.code === exitCodes.refused) return explainEnd(run);
    delayMs = (run.openForMs ?? 0) > stableAfterMs ? firstDelayMs : delayMs;
    console.error(`The store ${describeEnd(run)} and starts again in ${delayMs / 1000} s.`);
    await Promise.race([sleep(delayMs), stopped]);
    if (stop.aborted) return 0;
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }
}

type Run = {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** How long the store was open; undefined if it never was. */
  readonly openForMs: number | undefined;
};

/** The end of a program that is not started again, in words if it had none itself. */
function explainEnd(run: Run): number {
  const { code, signal } = run;
  const hasSaid = code === exitCodes.refused || code === exitCodes.unavailable;
  if (!hasSaid) console.error(`The store ${describeEnd(run)} before it was open.`);
  if (signal === 'SIGKILL' || signal === 'SIGABRT')
    console.error('Perhaps there was not enough memory: "npm run doctor" says what it needs.');
  return 1;
}

function describeEnd({ code, signal }: Run): string {
  if (signal) return `was killed by ${signal}`;
  if (code === exitCodes.fault) return 'ended by an error that nobody caught (see its log)';
  return code === exitCodes.unavailable ? 'could not start' : `ended with code ${code}`;
}

/**
 * Aborted by a signal, or by the end of npm: some versions of it end at a signal without passing it
 * on, and nobody else would tell us.
 */
export function listenForStop(): AbortSignal {
  const stop = new AbortController();
  const request = (): void => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
  const npm = process.env['npm_lifecycle_event'] === 'start' ? findNpm() : undefined;
  if (npm !== undefined) setInterval(() => isAlive(npm) || request(), parentCheckMs).unref();
  return stop.signal;
}

/** npm is our parent, or the parent of the shell between us; undefined if that can't be told. */
function findNpm(): number | undefined {
  const describe = (pid: number): [number, string] => {
    const { stdout } = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
    });
    const [, parent = '', command = ''] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? [];
    return [Number(parent), command];
  };
  const [grandparent, command] = describe(process.ppid);
  const isShell = /^(\S*\/)?\w*sh -c /.test(command);
  const npm = isShell ? grandparent : process.ppid;
  return npm > 1 ? npm : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Runs the program once, away from the terminal, whose Ctrl+C would end its database before it. It
 * hears of our own end, however we end, by the end of the channel between us, and then ends too.
 */
async function runProgram(file: string, stop: AbortSignal): Promise<Run> {
  const program = spawn(process.execPath, [...process.execArgv, ...listHeapFlags(), file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: process.platform !== 'win32',
    env: { UV_THREADPOOL_SIZE, ...allocation, ...process.env },
  });
  let openedAt: number | undefined;
  program.on('message', () => (openedAt ??= performance.now()));
  const ended = new Promise<Pick<Run, 'code' | 'signal'>>((resolve) => {
    program.once('exit', (code, signal) => resolve({ code, signal }));
    program.once('error', () => resolve({ code: null, signal: null }));
  });
  const end = (): void => endProgram(program);
  stop.addEventListener('abort', end);
  if (stop.aborted) end();
  const { code, signal } = await ended;
  stop.removeEventListener('abort', end);
  const openForMs = openedAt === undefined ? undefined : performance.now() - openedAt;
  return { code, signal, openForMs };
}

/** The program is told to end, and killed together with its database if it does not. */
function endProgram(program: ChildProcess): void {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill('SIGTERM');
  const killer = loadDatabaseKiller();
  const timer = setTimeout(() => {
    console.error('The store did not end by itself and is killed.');
    void killer.then((kill) => kill()).finally(() => program.kill('SIGKILL'));
  }, killAfterMs);
  program.once('exit', () => clearTimeout(timer));
}

/** Loaded when the end begins: until then the supervisor needs little memory. */
async function loadDatabaseKiller(): Promise<() => void> {
  const { readConfig } = await import('#src/settings/config.ts');
  const { killEmbeddedPostgres } = await import('#adapters/database/embedded-postgres.ts');
  const { databaseUrl, dataDir } = readConfig();
  return () => {
    if (databaseUrl === undefined) killEmbeddedPostgres(dataDir);
  };
}

/** Node takes the limits of its heap from the command line. Those of yours (NODE_OPTIONS) stay. */
function listHeapFlags(): string[] {
  const given = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  const memoryMb = Number(process.env['MEMORY_MB'] ?? defaultMemoryMb);
  if (!(memoryMb > 0)) return [];
  const { heapMb, semiSpaceMb } = divideMemory(memoryMb);
  const limits = { '--max-old-space-size': heapMb, '--max-semi-space-size': semiSpaceMb };
  return Object.entries(limits).flatMap(([flag, megabytes]) =>
    given.includes(flag) ? [] : [`${flag}=${megabytes}`],
  );
}
