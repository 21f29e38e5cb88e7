import type { Database, Tx } from '../deps.ts';
import type { NewIndustry } from './model.ts';

/** Industries that exist already are not changed. */
export async function insertIndustries(tx: Tx, industries: readonly NewIndustry[]): Promise<void> {
  if (industries.length === 0) return;
  await tx
    .insertInto('industry')
    .values(
      industries.map(({ slug, name, description, pictogram }) => ({
        slug,
        name,
        description,
        pictogram,
        metaTitle: `${name} market reports`,
        metaDescription: description.slice(0, 160),
      })),
    )
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
}

export async function hasReports(db: Database): Promise<boolean> {
  return (await db.selectFrom('report').select('id').limit(1).executeTakeFirst()) !== undefined;
}
