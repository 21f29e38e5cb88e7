import type { Policy } from '../../content/model.ts';
import type { Tx } from '../../deps.ts';

type Published = { readonly changedAt: Date; readonly changedBy: string };

/** In `tx`: the policy's text is its newest version; one that is the newest already stays it. */
export async function insertPolicyVersion(
  tx: Tx,
  name: string,
  { title, description, html, updatedOn }: Policy,
  { changedAt, changedBy }: Published,
): Promise<void> {
  const newest = await tx
    .selectFrom('policyVersion')
    .select(['number', 'title', 'description', 'html', 'updatedOn'])
    .where('name', '=', name)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isSame =
    newest?.title === title &&
    newest.description === description &&
    newest.html === html &&
    newest.updatedOn === updatedOn;
  if (isSame) return;
  const number = (newest?.number ?? 0) + 1;
  await tx
    .insertInto('policyVersion')
    .values({
      ...{ name, number, title, description, html, updatedOn },
      ...{ publishedAt: changedAt, publishedBy: changedBy },
    })
    .execute();
}
