import type { Tx } from '../deps.ts';
import type { Country, SeedContent } from './model.ts';

/** Inserts all content into empty tables. */
export async function insertContent(tx: Tx, content: SeedContent): Promise<void> {
  await tx
    .insertInto('service')
    .values([...content.services])
    .execute();
  await tx
    .insertInto('blogPost')
    .values([...content.blogPosts])
    .execute();
  await tx
    .insertInto('pressRelease')
    .values([...content.pressReleases])
    .execute();
  await tx
    .insertInto('testimonial')
    .values([...content.testimonials])
    .execute();
  if (content.clients.length > 0)
    await tx
      .insertInto('clientLogo')
      .values([...content.clients])
      .execute();
  await tx
    .insertInto('faq')
    .values(content.faqs.map((faq, i) => ({ ...faq, position: i + 1 })))
    .execute();
}

/** Inserts countries into an empty table. */
export async function insertCountries(
  tx: Tx,
  countries: readonly Omit<Country, 'id'>[],
): Promise<void> {
  await tx
    .insertInto('country')
    .values([...countries])
    .execute();
}
