import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '#adapters/database/embedded-postgres.ts';
import { findOsAccount } from '#adapters/database/os-account.ts';
import { findPostgresPrograms } from '#adapters/database/postgres-binaries.ts';
import { executeOnServer } from '../support/postgres/execute-on-server.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';

const dataFolder = createTemporaryFolder('embedded');
const clusterFolder = path.join(dataFolder.path, 'postgres');
const printed: string[] = [];
let postgres: EmbeddedPostgres;
const start = (): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres(dataFolder.path, (line) => printed.push(line));

beforeAll(async () => {
  postgres = await start();
  await executeOnServer(postgres.url, 'create table kept (id int)');
});
afterAll(async () => {
  await postgres?.stop();
  expect(listProcesses()).toEqual([]);
  dataFolder.remove();
});

/** Every process of the cluster: the server and its own. */
const listProcesses = (folder = clusterFolder): number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      return readlinkSync(`/proc/${name}/cwd`) === folder ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
function sendSignal(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended already.
    }
  }
}
/** The server's process id; undefined while it has none. */
function findServer(): number | undefined {
  try {
    return Number.parseInt(readFileSync(path.join(clusterFolder, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return undefined;
  }
}
const listServer = (): number[] => [findServer() ?? []].flat();
const listOthers = (): number[] => listProcesses().filter((pid) => pid !== findServer());
const countKept = (): Promise<void> => executeOnServer(postgres.url, 'insert into kept values (1)');
const waitUntilAnswering = (what: string): Promise<true> =>
  waitUntil(`the database answers after ${what}`, () =>
    countKept().then(
      () => true as const,
      () => undefined,
    ),
  );

const killServer = (): void => sendSignal(listServer(), 'SIGKILL');
const killAll = (): void => sendSignal(listProcesses(), 'SIGKILL');

/** Once more while it recovers: as soon as there is another server. */
async function killTwice(kill: () => void): Promise<void> {
  const before = findServer();
  kill();
  await waitUntil('it is started again', () => {
    const server = findServer();
    return server !== before && server !== undefined && listProcesses().includes(server);
  });
  killServer();
}

const kills: readonly (readonly [string, () => Promise<void> | void])[] = [
  ['its server was killed', killServer],
  ['all of it was killed, and its server while it recovered', () => killTwice(killAll)],
  ['one of its processes was killed', () => sendSignal(listOthers().slice(0, 1), 'SIGKILL')],
  [
    'its server was killed while another process of it was frozen',
    () => {
      sendSignal(listOthers().slice(0, 1), 'SIGSTOP');
      killServer();
    },
  ],
  ['its server was killed twice', () => killTwice(killServer)],
  ['all of it was killed', killAll],
];
/** One of each kind; FAULT_RUNS asks for more. */
const killCount = Number(process.env['FAULT_RUNS'] ?? kills.length);

test(`F-28 the embedded database comes back after ${killCount} kills in a row`, async () => {
  for (let i = 0; i < killCount; i++) {
    const [what, kill] = kills[i % kills.length] ?? ['', () => {}];
    await kill();
    await waitUntilAnswering(what);
  }
  expect(printed.join('\n')).toContain(
    'The database ended (killed by SIGKILL) and is started again.',
  );
}, 3_600_000);

/** Another program that runs the database of our folder, until it is killed. */
async function startOtherProgram(): Promise<ChildProcess> {
  const program = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { startEmbeddedPostgres } from './src/adapters/database/embedded-postgres.ts';
      await startEmbeddedPostgres(${JSON.stringify(dataFolder.path)}, () => {});
      console.log('ready');
      setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(program.stdout, 'data');
  return program;
}

test('F-28 a start finds the folder free right after server and program were killed', async () => {
  await postgres.stop();
  for (let i = 0; i < 3; i++) {
    const program = await startOtherProgram();
    // Two processes are frozen, so that they hold the folder after their server's end.
    if (i > 0) sendSignal(listOthers().slice(0, 2), 'SIGSTOP');
    program.kill('SIGKILL');
    sendSignal(listServer(), 'SIGKILL');
    postgres = await start();
    await countKept();
    await postgres.stop();
  }
  const program = await startOtherProgram();
  program.kill('SIGKILL');
  postgres = await start();
  await countKept();
});

test("F-28 a lock file that names another program's process does not keep it from starting", async () => {
  await postgres.stop();
  const other = spawn('sleep', ['600'], { ...findOsAccount()?.ids, stdio: 'ignore' });
  try {
    writeFileSync(
      path.join(clusterFolder, 'postmaster.pid'),
      `${other.pid}\n${clusterFolder}\n1\n5432\n\n127.0.0.1\n\nready\n`,
    );
    postgres = await start();
    await countKept();
    expect(readFileSync(path.join(clusterFolder, 'postmaster.pid'), 'utf8')).not.toContain(
      String(other.pid),
    );
    expect(other.exitCode).toBe(null);
  } finally {
    other.kill();
  }
});

/** Kills an initdb that makes its cluster under its last name, as versions before F-72 did. */
async function killInitdb(folder: string, until: string): Promise<void> {
  const account = findOsAccount();
  const { initdb, env } = findPostgresPrograms(account);
  if (account) chownSync(path.dirname(folder), account.ids.uid, account.ids.gid);
  const args = ['-D', folder, '-U', 'reportstand', '--no-locale', '-E', 'UTF8'];
  const program = spawn(initdb, args, { ...account?.ids, env, stdio: 'ignore', cwd: '/' });
  const ended = once(program, 'exit');
  await waitUntil(`initdb has written ${until}`, () => existsSync(path.join(folder, until)), {
    intervalMs: 1,
  });
  program.kill('SIGKILL');
  await ended;
  // Its own server is its child, and works on until its pipe ends.
  await waitUntil('its server has ended', () => listProcesses(folder).length === 0);
}

test.each(['PG_VERSION', 'global/pg_control', 'base/1/PG_VERSION', 'base/4/PG_VERSION'])(
  'F-28 a folder that an earlier initdb left when it was killed at %s is made anew',
  async (until) => {
    const data = createTemporaryFolder('half-made');
    const folder = path.join(data.path, 'postgres');
    await killInitdb(folder, until);
    const made = await startEmbeddedPostgres(data.path, () => {});
    await executeOnServer(made.url, 'create table made (id int)');
    await made.stop();
    const again = await startEmbeddedPostgres(data.path, () => {});
    await executeOnServer(again.url, 'insert into made values (1)');
    await again.stop();
    data.remove();
  },
);

test('F-28 a folder that was used and has lost a part is kept, and a sentence says what to do', async () => {
  const data = createTemporaryFolder('lost-part');
  const made = await startEmbeddedPostgres(data.path, () => {});
  await executeOnServer(made.url, 'create table kept (id int)');
  await made.stop();
  const folder = path.join(data.path, 'postgres');
  renameSync(path.join(folder, 'PG_VERSION'), path.join(data.path, 'away'));
  await expect(startEmbeddedPostgres(data.path, () => {})).rejects.toThrow(
    /has lost its file PG_VERSION: bring back the folder from a backup, or move it away/,
  );
  renameSync(path.join(data.path, 'away'), path.join(folder, 'PG_VERSION'));
  const again = await startEmbeddedPostgres(data.path, () => {});
  await executeOnServer(again.url, 'insert into kept values (1)');
  await again.stop();
  data.remove();
});
