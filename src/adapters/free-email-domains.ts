import { createRequire } from 'node:module';
import type { Deps } from '#core/deps.ts';

const require = createRequire(import.meta.url);
let freeEmailDomains: ReadonlySet<string> | undefined;

/** Asks the package's list of some nine thousand domains, and those that it misses. */
export const isFreeEmailDomain: Deps['isFreeEmailDomain'] = (domain) => {
  freeEmailDomains ??= new Set([
    ...(require('email-providers/all.json') as readonly string[]),
    'tutanota.com',
    'tuta.com',
    'tuta.io',
    'duck.com',
  ]);
  return freeEmailDomains.has(domain);
};
