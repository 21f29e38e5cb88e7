import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** The secret in a file that only its owner can read: hexadecimal digits, created on first use. */
export function readOrCreateSecret(file: string, bytes: number): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(bytes).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
