import { execFile, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findEmbeddedPostgresUrl } from '#adapters/database/embedded-postgres.ts';
import { openDatabase } from '#adapters/database/index.ts';
import { findFreePorts } from '../../test/support/free-ports.ts';
import { signInOwner } from '../../test/support/staff-session.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import type { Credentials } from './client.ts';

/** Memory and handles of the store's program, PostgreSQL apart. */
export type ProcessState = {
  readonly residentMb: number;
  /** Open files, sockets among them. */
  readonly fileCount: number;
  readonly socketCount: number;
};

export type StoreProcess = {
  readonly origin: string;
  /** undefined for a store that runs elsewhere. */
  readonly readState: () => ProcessState | undefined;
  /** An owner signs in, and makes a token for a program. */
  readonly giveCredentials: () => Promise<Credentials | undefined>;
  readonly stop: () => Promise<void>;
};

/** The built store as `npm start` runs it, with a data folder of its own. */
export async function startStore(memoryMb: number): Promise<StoreProcess> {
  const folder = createTemporaryFolder('soak');
  const port = await findFreePorts();
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder.path,
      LOG_LEVEL: 'silent',
      MEMORY_MB: String(memoryMb),
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // A soak that is interrupted leaves no store behind.
  process.once('exit', () => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('is open')) resolve();
    });
    void exit.then(() => reject(new Error('the store did not start')));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    readState: () => readProcessState(child.pid ?? 0),
    giveCredentials: () => giveCredentials(folder.path),
    stop: async () => {
      child.kill('SIGTERM');
      await Promise.race([exit, sleep(30_000)]);
      folder.remove();
    },
  };
}

async function giveCredentials(dataFolder: string): Promise<Credentials> {
  const { db, close } = await openDatabase(findEmbeddedPostgresUrl(dataFolder) ?? '', 1);
  try {
    const args = ['scripts/tokens-cli.ts', 'create', 'soak', 'imports'];
    const env = { ...process.env, DATA_DIR: dataFolder };
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return { cookie: await signInOwner(db), token: stdout.trim() };
  } finally {
    await close();
  }
}

/**
 * The process and its children that run node: start.ts starts the program in one. What is mapped
 * from files counts once, since it is node's own code, which they share.
 */
export function readProcessState(pid: number): ProcessState {
  const processes = listProcesses(pid).map(countProcess);
  const sum = (count: (state: ProcessCount) => number): number =>
    processes.reduce((total, state) => total + count(state), 0);
  return {
    residentMb: sum(({ ownMb }) => ownMb) + Math.max(...processes.map(({ mappedMb }) => mappedMb)),
    fileCount: sum(({ fileCount }) => fileCount),
    socketCount: sum(({ socketCount }) => socketCount),
  };
}

/** CPU time in ms, user's and system's, of the process and its children that run node. */
export const readCpuMs = (pid: number): number =>
  listProcesses(pid)
    .map((process) => readFileSync(`/proc/${process}/stat`, 'utf8'))
    // The name before them may have spaces; a tick is 10 ms.
    .map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '))
    .reduce((total, fields) => total + (Number(fields[11]) + Number(fields[12])) * 10, 0);

const listProcesses = (pid: number): number[] => [
  pid,
  ...listChildren(pid).filter(runsNode).flatMap(listProcesses),
];

const runsNode = (pid: number): boolean => path.basename(readLink(`/proc/${pid}/exe`)) === 'node';

const listChildren = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );

type ProcessCount = Omit<ProcessState, 'residentMb'> & {
  readonly ownMb: number;
  /** Mapped from files. */
  readonly mappedMb: number;
};

function countProcess(pid: number): ProcessCount {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const files = readdirSync(`/proc/${pid}/fd`).map((fd) => readLink(`/proc/${pid}/fd/${fd}`));
  return {
    ownMb: readMegabytes(status, 'RssAnon') + readMegabytes(status, 'RssShmem'),
    mappedMb: readMegabytes(status, 'RssFile'),
    fileCount: files.length,
    socketCount: files.filter((file) => file.startsWith('socket:')).length,
  };
}

const readMegabytes = (status: string, name: string): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;

/** '' for a file or a process that is gone meanwhile. */
function readLink(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}
