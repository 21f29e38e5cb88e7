import { sql } from 'kysely';
import { defaultTeamSeats } from '../catalogue/licence.model.ts';
import type { World } from '../world.ts';
import { fillContent } from './fill.ts';
import {
  pageMetaTypes,
  type Country,
  type NewContent,
  type PageMeta,
  type PageName,
  type Policy,
  type PolicyName,
  type Post,
  type Service,
  type SiteInfo,
  type Testimonial,
} from './model.ts';

export type Content = ReturnType<typeof createContent>;

/** What we say: site info, services, news, policies, testimonials, countries. Plain reads over its own tables. */
export function createContent(world: World) {
  const { db } = world;
  const toPost = ({ createdAt, ...post }: Omit<Post, 'createdAt'> & { createdAt: Date }): Post => ({
    ...post,
    createdAt: createdAt.toISOString(),
  });
  return {
    /** True where the database answers. */
    answers: (): Promise<boolean> =>
      sql`select 1`.execute(db).then(
        () => true,
        () => false,
      ),

    /** The publisher: name, addresses, numbers. Throws where the store was never filled. */
    site: async (): Promise<SiteInfo> => ({
      teamSeats: defaultTeamSeats,
      ...((await db.selectFrom('siteInfo').select('body').executeTakeFirstOrThrow())
        .body as unknown as Omit<SiteInfo, 'teamSeats'>),
    }),

    /** Title and description of a page by its numeric type; undefined where staff gave none. */
    pageMeta: (page: PageName): Promise<PageMeta | undefined> =>
      db
        .selectFrom('pageMeta')
        .select(['title', 'description', 'keywords'])
        .where('type', '=', pageMetaTypes[page])
        .executeTakeFirst(),

    policy: (name: PolicyName): Promise<Policy | undefined> =>
      db
        .selectFrom('policy')
        .select(['title', 'description', 'html', 'updatedOn'])
        .where('name', '=', name)
        .executeTakeFirst() as Promise<Policy | undefined>,

    /** All page metas by type. */
    metas: (): Promise<(PageMeta & { type: number })[]> =>
      db
        .selectFrom('pageMeta')
        .select(['type', 'title', 'description', 'keywords'])
        .orderBy('type')
        .execute(),

    /** The HTML of every policy, by its name. */
    policies: async (): Promise<Partial<Record<PolicyName, string>>> =>
      Object.fromEntries(
        (await db.selectFrom('policy').select(['name', 'html']).execute()).map(({ name, html }) => [
          name,
          html,
        ]),
      ),

    /** The terms in force, their title with their date. */
    termsInForce: async (): Promise<{ title: string; html: string }> => {
      const terms = await db
        .selectFrom('policy')
        .select(['title', 'updatedOn', 'html'])
        .where('name', '=', 'terms')
        .executeTakeFirst();
      return terms
        ? { title: `${terms.title} of ${String(terms.updatedOn)}`, html: terms.html }
        : { title: '', html: '' };
    },

    /** Priority ascending, missing priority last. */
    services: (limit?: number): Promise<Service[]> =>
      db
        .selectFrom('service')
        .selectAll()
        .orderBy('priority', (o) => o.asc().nullsLast())
        .orderBy('id')
        .$if(limit !== undefined, (list) => list.limit(limit ?? 0))
        .execute(),

    /** Services whose name contains the words, whatever their case. */
    findServices: (words: string): Promise<{ id: number; name: string }[]> => {
      const wanted = words.trim().slice(0, 200);
      if (wanted.length < 2) return Promise.resolve([]);
      return db
        .selectFrom('service')
        .select(['id', 'name'])
        .where('name', 'ilike', `%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
        .orderBy('name')
        .limit(6)
        .execute();
    },

    /** Newest first. */
    posts: async (kind: 'blogPost' | 'pressRelease', limit?: number): Promise<Post[]> =>
      (
        await db
          .selectFrom(kind)
          .select(['id', 'slug', 'name', 'image', 'html', 'createdAt'])
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .$if(limit !== undefined, (list) => list.limit(limit ?? 0))
          .execute()
      ).map(toPost),

    post: async (kind: 'blogPost' | 'pressRelease', slug: string): Promise<Post | undefined> => {
      const row = await db
        .selectFrom(kind)
        .select(['id', 'slug', 'name', 'image', 'html', 'createdAt'])
        .where('slug', '=', slug)
        .executeTakeFirst();
      return row && toPost(row);
    },

    testimonials: (): Promise<Testimonial[]> =>
      db.selectFrom('testimonial').selectAll().orderBy('id').execute(),

    clients: (): Promise<{ id: number; name: string; image: string | null }[]> =>
      db.selectFrom('clientLogo').selectAll().orderBy('id').execute(),

    faqs: (): Promise<{ id: number; title: string; html: string }[]> =>
      db.selectFrom('faq').select(['id', 'title', 'html']).orderBy('position').execute(),

    /** By name. */
    countries: (): Promise<Country[]> =>
      db.selectFrom('country').selectAll().orderBy('name').execute(),

    /** The present year, UTC: for the copyright line. */
    year: (): number => world.clock().getUTCFullYear(),

    countryName: async (id: number): Promise<string | undefined> =>
      (await db.selectFrom('country').select('name').where('id', '=', id).executeTakeFirst())?.name,

    isFilled: async (): Promise<boolean> =>
      (await db.selectFrom('siteInfo').select('one').executeTakeFirst()) !== undefined,

    /** Fills an empty store, whole or not at all. */
    fill: (content: NewContent): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await fillContent(tx, content);
        await world.changed(tx, ['site']);
      }),
  };
}
