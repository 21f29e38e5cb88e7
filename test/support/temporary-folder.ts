import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export type TemporaryFolder = { readonly path: string; readonly remove: () => void };

/** A new, empty folder. The run of the tests removes it at its end if `remove` is not called. */
export function createTemporaryFolder(name: string): TemporaryFolder {
  const folder = mkdtempSync(path.join(os.tmpdir(), `reportstand-${name}-`));
  // As root a program runs its PostgreSQL under another account, inside this folder.
  chmodSync(folder, 0o755);
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
