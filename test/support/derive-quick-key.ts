import { scryptSync } from 'node:crypto';
import type { Deps } from '#core/deps.ts';

/** The key of a password that lives as long as a test: the same scrypt at no cost. */
export const deriveQuickKey: Deps['derivePasswordKey'] = async (password, salt) =>
  scryptSync(password, salt, 32, { N: 2, r: 1, p: 1 });
