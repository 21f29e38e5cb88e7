import providers from 'email-providers/all.json' with { type: 'json' };
import type { World } from '#core/world.ts';

/** A kept list of some nine thousand, and those that it misses. */
const everybodys: ReadonlySet<string> = new Set([
  ...providers,
  'tutanota.com',
  'tuta.com',
  'tuta.io',
  'duck.com',
]);

export const isEverybodys: World['isEverybodys'] = (domain) => everybodys.has(domain);
