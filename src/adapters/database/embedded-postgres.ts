/**
 * The PostgreSQL that the program brings along: real binaries from npm, a cluster in the data folder,
 * reachable on the loopback address only, with a password that nobody has to know.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresPrograms, findOsAccount } from './postgres-binaries.ts';
import { ConfigError } from '#src/config.ts';

export type EmbeddedPostgres = { readonly url: string; stop(): Promise<void> };

/**
 * Afterwards a PostgreSQL serves `folder`, and is started again on its port where it ends by itself; an orphan of a killed program is ended
 * first, the data is kept. Throws Misconfigured when another living program holds the folder, or it can't be written.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  printLine: (line: string) => void,
): Promise<EmbeddedPostgres> {
  const account = findOsAccount();
  const programs = findPostgresPrograms(account);
  const folder = path.join(account?.findReachableFolder(dataDir) ?? dataDir, 'postgres');
  const password = readOrCreatePassword(dataDir);
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    printLine('Creating the database (once)…');
    createCluster(programs.initdb, folder, password, account);
  }
  await stopOrphanedServer(folder);
  const port = await findFreePort();
  const url = connectionUrl(port, password);
  const options = [
    ...['-D', folder, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1'],
    ...['-c', 'max_connections=120', '-c', 'shared_buffers=128MB', '-c', 'jit=off'],
    ...['-c', 'log_min_messages=warning', '-c', 'timezone=UTC'],
  ];
  let isStopping = false;
  const spawnServer = (): ChildProcess => {
    const made = spawn(programs.postgres, options, {
      ...account?.ids,
      env: programs.env,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      cwd: folder,
    });
    made.once('exit', () => void restart());
    return made;
  };
  // Its own processes outlive a killed server for a moment, and keep the folder: tried until they are gone, more and more slowly.
  let restartDelayMs = 200;
  let startedAt = Date.now();
  const restart = async (): Promise<void> => {
    restartDelayMs = Date.now() - startedAt > 30_000 ? 200 : Math.min(restartDelayMs * 2, 5000);
    await sleep(restartDelayMs);
    if (isStopping) return;
    printLine('The database ended by itself and is started again.');
    await stopOrphanedServer(folder);
    startedAt = Date.now();
    if (!isStopping) child = spawnServer();
  };
  let child = spawnServer();
  try {
    await waitUntilReady(child, url);
  } catch (error) {
    isStopping = true;
    throw error;
  }
  return {
    url,
    stop: async () => {
      isStopping = true;
      await stopServer(child);
    },
  };
}

const connectionUrl = (port: number, password: string): string =>
  `postgres://reportstand:${password}@127.0.0.1:${port}/postgres`;

/** The database that a running program brought along for `dataDir`; undefined where none runs. */
export function findEmbeddedPostgresUrl(dataDir: string): string | undefined {
  const lock = path.join(
    findOsAccount()?.findReachableFolder(dataDir) ?? dataDir,
    'postgres',
    'postmaster.pid',
  );
  if (!existsSync(lock)) return undefined;
  const [pid, , , port] = readFileSync(lock, 'utf8').split('\n');
  return isPostgresProcess(Number(pid))
    ? connectionUrl(Number(port), readOrCreatePassword(dataDir))
    : undefined;
}

function readOrCreatePassword(dataDir: string): string {
  const file = path.join(dataDir, 'database-password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

type OptionalOsAccount = ReturnType<typeof findOsAccount>;

function createCluster(
  initdb: string,
  folder: string,
  password: string,
  account: OptionalOsAccount,
): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account)
    for (const file of [folder, passwordFile]) chownSync(file, account.ids.uid, account.ids.gid);
  const result = spawnSync(
    initdb,
    [
      ...['-D', folder, '-U', 'reportstand', '--pwfile', passwordFile, '-A', 'scram-sha-256'],
      ...[
        '-E',
        'UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-locale',
        '--data-checksums',
      ],
    ],
    {
      ...account?.ids,
      env: findPostgresPrograms(account).env,
      encoding: 'utf8',
      cwd: path.dirname(folder),
    },
  );
  rmSync(passwordFile, { force: true });
  if (result.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new ConfigError(
      `The database could not be created in ${folder}: ${(result.stderr || String(result.error)).trim().split('\n').at(-1)}`,
    );
  }
}

/** Ends a server that a killed program left behind; its lock file names it. */
async function stopOrphanedServer(folder: string): Promise<void> {
  const lock = path.join(folder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  if (!(pid > 1) || !isPostgresProcess(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let i = 0; i < 200 && isPostgresProcess(pid); i++) await sleep(50);
  if (isPostgresProcess(pid)) process.kill(pid, 'SIGQUIT');
  for (let i = 0; i < 100 && isPostgresProcess(pid); i++) await sleep(50);
}

function isPostgresProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return (
      !existsSync('/proc') || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    );
  } catch {
    return false;
  }
}

/** A port that nobody listens on at this moment. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Resolves when the server takes connections; a crash's recovery may take a while, and is waited for. */
async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  let lastOutput = '';
  child.stderr?.on('data', (bytes: Buffer) => (lastOutput = bytes.toString().trim() || lastOutput));
  for (let i = 0; i < 1500; i++) {
    if (child.exitCode !== null) throw new ConfigError(`The database did not start: ${lastOutput}`);
    if (await acceptsConnections(url)) return;
    await sleep(20);
  }
  throw new ConfigError(`The database did not start within 30 s: ${lastOutput}`);
}

async function acceptsConnections(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await Promise.race([exited, sleep(8000).then(() => child.kill('SIGQUIT'))]);
}
