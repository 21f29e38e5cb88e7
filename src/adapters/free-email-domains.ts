import providers from 'email-providers/all.json' with { type: 'json' };
import type { Deps } from '#core/deps.ts';

/** The package's list of some nine thousand domains, and those that it misses. */
const freeEmailDomains: ReadonlySet<string> = new Set([
  ...providers,
  'tutanota.com',
  'tuta.com',
  'tuta.io',
  'duck.com',
]);

export const isFreeEmailDomain: Deps['isFreeEmailDomain'] = (domain) =>
  freeEmailDomains.has(domain);
