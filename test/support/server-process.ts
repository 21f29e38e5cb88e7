import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { copyFolder } from './copy-folder.ts';
import { findFreePorts } from './free-ports.ts';
import { getPaypalLedger, type PaypalLedger } from './paypal.ts';
import { createTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

export type ServerProcess = {
  readonly port: number;
  readonly origin: string;
  /** Process id of what was started: `npm start`'s supervisor, or npm. */
  readonly processId: number;
  /** Process id of the store itself, below it; undefined while none runs. */
  readonly findStoreProcessId: () => number | undefined;
  readonly dataFolder: string;
  /** Where its PostgreSQL keeps its files. */
  readonly databaseFolder: string;
  /** Everything that it has written to its output so far. */
  readonly readOutput: () => string;
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  /** The charges, as its PayPal simulator keeps them. */
  readonly getPaypalCharges: () => Promise<PaypalLedger['charges']>;
  /** Resolves with the exit code, null if a signal ended it. */
  readonly exit: Promise<number | null>;
  /** Sends SIGTERM and answers the exit code. */
  readonly terminate: () => Promise<number | null>;
  /** Sends SIGKILL to the program and to what started it; its PostgreSQL goes on. */
  readonly kill: () => Promise<void>;
  /** True until the program has ended. */
  readonly isRunning: () => boolean;
  /** Ends it if it still runs, and removes what it left. */
  readonly close: () => Promise<void>;
};

type StartOptions = {
  /** `npm start` by default. */
  readonly command?: readonly string[];
  /** Kills it. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * The built program as `npm start` runs it: a process with its own database and simulators. It has
 * the small catalogue already, or begins with nothing in an empty `DATA_DIR`.
 */
export async function startServerProcess(
  env: Record<string, string> = {},
  { command = [process.execPath, 'scripts/start.ts'], signal }: StartOptions = {},
): Promise<ServerProcess> {
  const folder = env['DATA_DIR'] === undefined ? createStoreFolder() : undefined;
  const port = Number(env['PORT'] ?? (await findFreePorts()));
  const dataFolder = folder?.path ?? String(env['DATA_DIR']);
  const program = spawnProgram(
    command,
    { PORT: String(port), DATA_DIR: dataFolder, DEMO_OFFICE: 'off', ...env },
    signal,
  );
  const terminate = (): Promise<number | null> => {
    program.child.kill('SIGTERM');
    return program.exit;
  };
  await program.waitUntilOpen();
  return {
    port,
    origin: `http://localhost:${port}`,
    dataFolder,
    processId: Number(program.child.pid),
    findStoreProcessId: () => readProcessId(path.join(dataFolder, 'running')),
    exit: program.exit,
    databaseFolder: path.join(dataFolder, 'postgres'),
    terminate,
    kill: async () => {
      const pid = readLockOwner(dataFolder);
      program.child.kill('SIGKILL');
      if (pid !== undefined && pid !== program.child.pid) killProcess(pid);
      await program.exit;
    },
    isRunning: () => program.child.exitCode === null && program.child.signalCode === null,
    readOutput: program.readOutput,
    request: (target, init = {}) =>
      fetch(`http://127.0.0.1:${port}${target}`, { redirect: 'manual', ...init }),
    getPaypalCharges: async () => (await getPaypalLedger(`http://127.0.0.1:${port + 1}`)).charges,
    close: async () => {
      await terminate();
      folder?.remove();
    },
  };
}

/** A copy of the data folder that the run has ready: creating one takes the program ten seconds. */
function createStoreFolder(): TemporaryFolder {
  const folder = createTemporaryFolder('process');
  const ready = process.env['TEST_STORE_FOLDER'];
  if (ready) copyFolder(`${ready}/.`, folder.path);
  return folder;
}

type SpawnedProgram = {
  readonly child: ChildProcess;
  /** Resolves with the exit code. */
  readonly exit: Promise<number | null>;
  readonly readOutput: () => string;
  /** Rejects with its output if the program ends before it is open. */
  readonly waitUntilOpen: () => Promise<void>;
};

function spawnProgram(
  [program = '', ...args]: readonly string[],
  env: Record<string, string>,
  signal: AbortSignal | undefined,
): SpawnedProgram {
  const child = spawn(program, args, {
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
  });
  // The signal is reported here; `exit` says that the program has ended.
  child.on('error', () => {});
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString()));
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    child,
    exit,
    readOutput: () => output,
    waitUntilOpen: () =>
      new Promise((resolve, reject) => {
        child.stdout.on('data', () => output.includes('is open') && resolve());
        void exit.then(() => reject(new Error(`the program did not start: ${output}`)));
      }),
  };
}

/** Process id of the program that holds the data folder; undefined if none does. */
function readLockOwner(dataFolder: string): number | undefined {
  const lockFile = path.join(dataFolder, 'running');
  return existsSync(lockFile) ? Number(readFileSync(lockFile, 'utf8')) : undefined;
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** Process id of the PostgreSQL that serves the folder. Throws if none does. */
export const readDatabaseProcessId = (databaseFolder: string): number =>
  Number(readFileSync(path.join(databaseFolder, 'postmaster.pid'), 'utf8').split('\n')[0]);

/** The number in the first line of a file; undefined if there is no such file. */
function readProcessId(file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10);
  } catch {
    return undefined;
  }
}
