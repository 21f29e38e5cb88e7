import { createHash } from 'node:crypto';
import type { Tx } from '../../deps.ts';
import { insertIndustries } from '../seed.store.ts';
import { slugify } from '../../kernel/slugify.ts';
import { listStoredIndustries } from './stored-reports.store.ts';

/** Of an industry that was made from its name alone, until its owner chooses another one. */
const defaultPictogram = 'factory';

/** There is an industry for each of these names or slugs afterwards; known ones are not changed. */
export async function ensureIndustries(tx: Tx, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const known = new Set(
    (await listStoredIndustries(tx)).flatMap(({ slug, name }) => [slug, name.toLowerCase()]),
  );
  const missing = names.filter((name) => !known.has(name.toLowerCase()));
  const bySlug = new Map(missing.map((name) => [makeSlug(name), name]));
  await insertIndustries(
    tx,
    [...bySlug].map(([slug, name]) => ({
      slug,
      name,
      description: '',
      pictogram: defaultPictogram,
    })),
  );
}

/** Names in another alphabet have no letters for a slug. */
const makeSlug = (name: string): string =>
  slugify(name) || `industry-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
