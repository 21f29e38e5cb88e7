import type { Tx } from '../deps.ts';
import type { SeedContent } from './model.ts';

/** Writes all content into an empty store. */
export async function seedContent(tx: Tx, content: SeedContent): Promise<void> {
  await tx.insertInto('siteInfo').values({ body: content.site }).execute();
  await tx
    .insertInto('pageMeta')
    .values([...content.metas])
    .execute();
  await tx
    .insertInto('policy')
    .values([...content.policies])
    .execute();
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
  await tx
    .insertInto('country')
    .values([...content.countries])
    .execute();
}
