import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePorts } from '../support/free-ports.ts';
import {
  readDatabaseProcessId,
  startServerProcess,
  type ServerProcess,
} from '../support/server-process.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Loaded into the store: signals make it fail as a library might. */
const failBySignal = `
process.on('SIGUSR2', () => { Promise.reject(new Error('rejected by a library')); });
process.on('SIGWINCH', () => {
  throw new Error('Release called on client which has already been released to the pool.');
});
process.on('SIGCONT', () => { throw new Error('thrown by a library'); });`;

const folder = createTemporaryFolder('supervisor');
const databaseFolder = `${folder.path}/postgres`;
let env: Record<string, string>;
let store: ServerProcess;

beforeAll(async () => {
  env = {
    PORT: String(await findFreePorts()),
    DATA_DIR: folder.path,
    // Without what the tests load into every program, which would end an orphan too.
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(failBySignal)}`,
  };
  store = await startServerProcess(env);
});
afterAll(async () => {
  await store?.close();
  folder.remove();
});

/** Ends the store that runs, if one does, and starts another on the same data. */
async function startAgain(command?: readonly string[]): Promise<void> {
  await store.terminate();
  store = await startServerProcess(env, command ? { command } : {});
}
const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const storeProcessId = (): number => store.findStoreProcessId() ?? 0;
const listDatabaseProcesses = (): number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      return readlinkSync(`/proc/${name}/cwd`) === databaseFolder ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
const answers = async (): Promise<boolean> =>
  (await store.request('/healthz').catch(() => undefined))?.status === 200;
const waitUntilAnotherAnswers = (before: number): Promise<boolean> =>
  waitUntil('another store answers', async () => storeProcessId() !== before && (await answers()));

/** Nothing of the store runs any more: neither the program nor a process of its database. */
const waitUntilNothingRuns = (program: number): Promise<boolean> =>
  waitUntil(
    'nothing of the store runs',
    () => !isAlive(program) && listDatabaseProcesses().length === 0,
  );

test("F-29 a library's fault that nobody caught is logged with its stack and ends nothing", async () => {
  const program = storeProcessId();
  process.kill(program, 'SIGUSR2');
  process.kill(program, 'SIGWINCH');
  for (const message of ['rejected by a library', 'Release called on client'])
    await waitUntil(`"${message}" is logged with its stack`, () =>
      new RegExp(`${message}.*\\\\n +at `).test(store.readOutput()),
    );
  expect(await answers()).toBe(true);
  expect(storeProcessId()).toBe(program);
});

test('F-29 an unknown exception ends the program, which comes back and says why', async () => {
  const program = storeProcessId();
  process.kill(program, 'SIGCONT');
  await waitUntilAnotherAnswers(program);
  expect(store.readOutput()).toMatch(/thrown by a library.*\\n +at /);
  expect(store.readOutput()).toContain(
    'The store ended by an error that nobody caught (see its log) and starts again in 0.5 s.',
  );
});

test('F-30 a killed program comes back by itself', async () => {
  const program = storeProcessId();
  process.kill(program, 'SIGKILL');
  await waitUntilAnotherAnswers(program);
  expect(store.readOutput()).toMatch(
    /The store was killed by SIGKILL and starts again in [\d.]+ s\./,
  );
});

test('F-31 SIGTERM ends a store and a database that hear nothing any more', async () => {
  const program = storeProcessId();
  for (const pid of [program, ...listDatabaseProcesses()]) process.kill(pid, 'SIGSTOP');
  await store.terminate();
  await waitUntilNothingRuns(program);
});

test('F-31 SIGTERM ends a store whose database is frozen', async () => {
  await startAgain();
  const program = storeProcessId();
  for (const pid of listDatabaseProcesses()) process.kill(pid, 'SIGSTOP');
  await store.terminate();
  await waitUntilNothingRuns(program);
});

test('F-31 SIGTERM ends a store whose database answers but can not end', async () => {
  await startAgain();
  const program = storeProcessId();
  process.kill(readDatabaseProcessId(databaseFolder), 'SIGSTOP');
  await store.terminate();
  await waitUntilNothingRuns(program);
});

test('F-31 the program ends when the process that started it was killed', async () => {
  await startAgain();
  const program = storeProcessId();
  process.kill(store.processId, 'SIGKILL');
  await waitUntilNothingRuns(program);
  expect(store.readOutput()).toContain('Closing');
  expect(existsSync(`${folder.path}/running`)).toBe(false);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('F-31 %s to npm ends everything', async (signal) => {
  await startAgain(['npm', 'start', '--silent']);
  const program = storeProcessId();
  process.kill(store.processId, signal);
  await store.exit;
  await waitUntilNothingRuns(program);
  expect(store.readOutput()).toContain('Closing');
});
