/** Takes back what staff did to synonyms and to the list of searches that found nothing. */
import { z } from 'zod';
import type { Tx } from '../../deps.ts';
import type { LoggedChange } from '../../kernel/logged-change.ts';
import { fail, ok, type Outcome } from '../../kernel/outcome.model.ts';
import { restoreMissedSearch } from './missed-searches.store.ts';
import { deletePair, insertSynonym } from './synonyms.store.ts';
import { toKeys } from './synonyms.ts';

const pairSchema = z.object({ term: z.string(), means: z.string() });
const missedSchema = z.object({
  words: z.string(),
  searches: z.number().int(),
  lastAt: z.coerce.date(),
});

type Undone = Outcome<{ before?: object; after?: object }>;

/** An entry of `synonym.edit`. `conflict` where the pair was removed or added again since. */
export async function undoSearchWords(
  tx: Tx,
  { thingKind, before, after }: LoggedChange,
): Promise<Undone> {
  if (thingKind === 'missed-search') {
    const missed = missedSchema.parse(before);
    await restoreMissedSearch(tx, missed);
    return ok({ after: missed });
  }
  const added = pairSchema.safeParse(after).data;
  if (added)
    return (await deletePair(tx, added))
      ? ok({ before: added })
      : fail('conflict', 'This pair was removed since.');
  const removed = pairSchema.parse(before);
  const id = await insertSynonym(tx, { ...removed, ...toKeys(removed) });
  return id === undefined
    ? fail('conflict', 'This pair was added again since.')
    : ok({ after: removed });
}
