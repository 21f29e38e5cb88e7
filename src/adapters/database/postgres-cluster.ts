import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '#src/settings/config.ts';
import type { OsAccount } from './os-account.ts';
import { findPostgresPrograms } from './postgres-binaries.ts';

/**
 * An empty cluster is in `folder` afterwards, whose user "reportstand" has the password. Throws
 * ConfigError, and leaves no folder behind, where it can't be created.
 */
export async function createCluster(
  folder: string,
  password: string,
  account: OsAccount | undefined,
): Promise<void> {
  if (existsSync(path.join(folder, 'global/pg_control')))
    throw new ConfigError(
      `The database in ${folder} has lost its file PG_VERSION: bring back the folder from a ` +
        'backup, or move it away to begin with an empty one.',
    );
  // A killed initdb leaves a cluster that looks like a whole one: it gets its name at the end.
  const making = `${folder}.new`;
  for (const left of [folder, making]) rmSync(left, { recursive: true, force: true });
  mkdirSync(making, { recursive: true, mode: 0o700 });
  const passwordFile = `${folder}.password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account)
    for (const file of [making, passwordFile]) chownSync(file, account.ids.uid, account.ids.gid);
  const { initdb, env } = findPostgresPrograms(account);
  const args = [
    '-D',
    making,
    '-U',
    'reportstand',
    '--pwfile',
    passwordFile,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-locale',
    '--data-checksums',
  ];
  const cwd = path.dirname(folder);
  const failure = await runInitdb(initdb, args, { ...account?.ids, env, cwd });
  rmSync(passwordFile, { force: true });
  if (failure === undefined) return renameSync(making, folder);
  rmSync(making, { recursive: true, force: true });
  throw new ConfigError(`The database could not be created in ${folder}: ${failure}`);
}

/** Why it failed, in its own last words; undefined where it did not. */
async function runInitdb(
  initdb: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<string | undefined> {
  const program = spawn(initdb, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  program.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  try {
    const [code] = (await once(program, 'close')) as [number | null];
    if (code === 0) return undefined;
  } catch (error) {
    return String(error);
  }
  return output.trim().split('\n').at(-1) || `it was ended by ${program.signalCode}`;
}
