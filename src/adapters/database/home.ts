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
import { binaries, databaseUser } from './binaries.ts';
import { Misconfigured } from '#src/config.ts';

export type HomeDatabase = { readonly url: string; stop(): Promise<void> };

/**
 * Afterwards a PostgreSQL serves `folder`, and is started again on its port where it ends by itself; an orphan of a killed program is ended
 * first, the data is kept. Throws Misconfigured when another living program holds the folder, or it can't be written.
 */
export async function startHomeDatabase(
  dataDir: string,
  say: (line: string) => void,
): Promise<HomeDatabase> {
  const user = databaseUser();
  const bin = binaries(user);
  const folder = path.join(user?.folder(dataDir) ?? dataDir, 'postgres');
  const password = keptPassword(dataDir);
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    say('Creating the database (once)…');
    createCluster(bin.initdb, folder, password, user);
  }
  await endOrphan(folder);
  const port = await freePort();
  const url = urlAt(port, password);
  const options = [
    ...['-D', folder, '-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1'],
    ...['-c', 'max_connections=120', '-c', 'shared_buffers=128MB', '-c', 'jit=off'],
    ...['-c', 'log_min_messages=warning', '-c', 'timezone=UTC'],
  ];
  let ending = false;
  const serve = (): ChildProcess => {
    const made = spawn(bin.postgres, options, {
      ...user?.spawn,
      env: bin.env,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      cwd: folder,
    });
    made.once('exit', () => void again());
    return made;
  };
  // Its own processes outlive a killed server for a moment, and keep the folder: tried until they are gone, more and more slowly.
  let wait = 200;
  let served = Date.now();
  const again = async (): Promise<void> => {
    wait = Date.now() - served > 30_000 ? 200 : Math.min(wait * 2, 5000);
    await sleep(wait);
    if (ending) return;
    say('The database ended by itself and is started again.');
    await endOrphan(folder);
    served = Date.now();
    if (!ending) child = serve();
  };
  let child = serve();
  try {
    await ready(child, url);
  } catch (error) {
    ending = true;
    throw error;
  }
  return {
    url,
    stop: async () => {
      ending = true;
      await stop(child);
    },
  };
}

const urlAt = (port: number, password: string): string =>
  `postgres://reportstand:${password}@127.0.0.1:${port}/postgres`;

/** The database that a running program brought along for `dataDir`; undefined where none runs. */
export function runningHomeDatabase(dataDir: string): string | undefined {
  const lock = path.join(databaseUser()?.folder(dataDir) ?? dataDir, 'postgres', 'postmaster.pid');
  if (!existsSync(lock)) return undefined;
  const [pid, , , port] = readFileSync(lock, 'utf8').split('\n');
  return isPostgres(Number(pid)) ? urlAt(Number(port), keptPassword(dataDir)) : undefined;
}

function keptPassword(dataDir: string): string {
  const file = path.join(dataDir, 'database-password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(18).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

type User = ReturnType<typeof databaseUser>;

function createCluster(initdb: string, folder: string, password: string, user: User): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user)
    for (const file of [folder, passwordFile]) chownSync(file, user.spawn.uid, user.spawn.gid);
  const made = spawnSync(
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
    { ...user?.spawn, env: binaries(user).env, encoding: 'utf8', cwd: path.dirname(folder) },
  );
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Misconfigured(
      `The database could not be created in ${folder}: ${(made.stderr || String(made.error)).trim().split('\n').at(-1)}`,
    );
  }
}

/** Ends a server that a killed program left behind; its lock file names it. */
async function endOrphan(folder: string): Promise<void> {
  const lock = path.join(folder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number(readFileSync(lock, 'utf8').split('\n')[0]);
  if (!(pid > 1) || !isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let i = 0; i < 200 && isPostgres(pid); i++) await sleep(50);
  if (isPostgres(pid)) process.kill(pid, 'SIGQUIT');
  for (let i = 0; i < 100 && isPostgres(pid); i++) await sleep(50);
}

function isPostgres(pid: number): boolean {
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
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Resolves when the server takes connections; a crash's recovery may take a while, and is waited for. */
async function ready(child: ChildProcess, url: string): Promise<void> {
  let last = '';
  child.stderr?.on('data', (bytes: Buffer) => (last = bytes.toString().trim() || last));
  for (let i = 0; i < 1500; i++) {
    if (child.exitCode !== null) throw new Misconfigured(`The database did not start: ${last}`);
    if (await answers(url)) return;
    await sleep(20);
  }
  throw new Misconfigured(`The database did not start within 30 s: ${last}`);
}

async function answers(url: string): Promise<boolean> {
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

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await Promise.race([gone, sleep(8000).then(() => child.kill('SIGQUIT'))]);
}
