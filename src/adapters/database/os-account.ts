import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '#src/settings/config-error.ts';

/** The unprivileged account that PostgreSQL runs as when we are root. */
export type OsAccount = { readonly ids: { readonly uid: number; readonly gid: number } };

/** Where files of that account go when it can't reach our own folders. */
export const systemDataFolder = '/var/lib/reportstand';

/**
 * undefined unless we are root: PostgreSQL refuses to run as root. Throws ConfigError if there
 * is no account to use instead.
 */
export function findOsAccount(): OsAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ids = readIds('postgres') ?? readIds('nobody');
  if (!ids)
    throw new ConfigError(
      'Started as root, and there is no account "postgres" or "nobody" to run the database as.',
    );
  return { ids };
}

/** `dataDir` if the account can reach it, else a folder of the system's that it can. */
export function findReachableFolder(dataDir: string, account: OsAccount | undefined): string {
  if (!account || canAccountReach(dataDir, account)) return dataDir;
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const folder = path.join(systemDataFolder, hash);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** True if the account may enter the folder and every folder above it. */
export function canAccountReach(folder: string, { ids }: OsAccount): boolean {
  for (let current = folder; ; current = path.dirname(current)) {
    const { mode, uid, gid } = statSync(current);
    if ((mode & entryBit(ids, { uid, gid })) === 0) return false;
    if (current === path.dirname(current)) return true;
  }
}

/** The bit of a folder's mode that decides whether `ids` may enter it. */
function entryBit(ids: OsAccount['ids'], owner: OsAccount['ids']): number {
  if (owner.uid === ids.uid) return 0o100;
  return owner.gid === ids.gid ? 0o010 : 0o001;
}

function readIds(accountName: string): OsAccount['ids'] | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${accountName}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
