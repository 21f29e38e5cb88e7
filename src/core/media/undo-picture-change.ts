import { z } from 'zod';
import type { Deps, Tx } from '../deps.ts';
import type { LoggedChange } from '../kernel/logged-change.ts';
import { fail, ok, type Outcome } from '../kernel/outcome.model.ts';
import { lockPicture, updatePicture } from './media.store.ts';
import { listTagsOfUses, listUses } from './picture-uses.store.ts';

/** What entries of the audit log say of a picture. */
const changeSchema = z
  .object({
    alternativeText: z.string(),
    fileNumber: z.number().int(),
    isRemoved: z.boolean(),
  })
  .partial();
type Change = z.infer<typeof changeSchema>;

/**
 * The picture is as it was before the entry; that of an upload is gone. `conflict` where it was
 * changed or used since.
 */
export async function undoPictureChange(
  tx: Tx,
  { clock, invalidate }: Pick<Deps, 'clock' | 'invalidate'>,
  entry: LoggedChange,
): Promise<Outcome<{ before: object; after: object }>> {
  const before = changeSchema.safeParse(entry.before).data ?? {};
  const names = Object.keys(before) as (keyof Change)[];
  const after = changeSchema.safeParse(entry.after).data ?? {};
  const id = z.object({ id: z.int() }).safeParse(entry.after).data?.id ?? Number(entry.thingId);
  const picture = Number.isInteger(id) ? await lockPicture(tx, id) : undefined;
  if (!picture || names.length === 0) return fail('conflict', 'This picture is gone.');
  const now: Change = { ...picture, isRemoved: picture.removedAt !== null };
  if (names.some((name) => now[name] !== after[name]))
    return fail('conflict', 'This picture has changed since.');
  if (before.isRemoved && (await listUses(tx, [picture.name], 1)).length > 0)
    return fail('conflict', 'This picture is in use now.');
  const { isRemoved, ...fields } = before;
  const removal = isRemoved === undefined ? {} : { removedAt: isRemoved ? clock() : null };
  await updatePicture(tx, id, { ...withoutMissing(fields), ...removal });
  await invalidate(tx, await listTagsOfUses(tx, picture.name));
  return ok({ before: pick(after, names), after: before });
}

const withoutMissing = ({ alternativeText, fileNumber }: Change) => ({
  ...(alternativeText === undefined ? {} : { alternativeText }),
  ...(fileNumber === undefined ? {} : { fileNumber }),
});

const pick = (change: Change, names: readonly (keyof Change)[]): object =>
  Object.fromEntries(names.map((name) => [name, change[name]]));
