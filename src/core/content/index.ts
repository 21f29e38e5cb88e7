import { sql } from 'kysely';
import { defaultTeamSeats } from '../catalogue/licence.model.ts';
import type { Deps } from '../deps.ts';
import { seedContent } from './seed.ts';
import {
  pageMetaTypes,
  type Country,
  type SeedContent,
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
export function createContent(deps: Deps) {
  const { db } = deps;
  const toPost = ({ createdAt, ...post }: Omit<Post, 'createdAt'> & { createdAt: Date }): Post => ({
    ...post,
    createdAt: createdAt.toISOString(),
  });
  return {
    /** True where the database answers. */
    isDatabaseReachable: (): Promise<boolean> =>
      sql`select 1`.execute(db).then(
        () => true,
        () => false,
      ),

    /** The publisher: name, addresses, numbers. Throws where the store was never filled. */
    getSiteInfo: async (): Promise<SiteInfo> => ({
      teamSeats: defaultTeamSeats,
      ...(await db.selectFrom('siteInfo').select('body').executeTakeFirstOrThrow()).body,
    }),

    /** Title and description of a page by its numeric type; undefined where staff gave none. */
    getPageMeta: (page: PageName): Promise<PageMeta | undefined> =>
      db
        .selectFrom('pageMeta')
        .select(['title', 'description', 'keywords'])
        .where('type', '=', pageMetaTypes[page])
        .executeTakeFirst(),

    getPolicy: (name: PolicyName): Promise<Policy | undefined> =>
      db
        .selectFrom('policy')
        .select(['title', 'description', 'html', 'updatedOn'])
        .where('name', '=', name)
        .executeTakeFirst() as Promise<Policy | undefined>,

    /** All page metas by type. */
    listPageMetas: (): Promise<(PageMeta & { type: number })[]> =>
      db
        .selectFrom('pageMeta')
        .select(['type', 'title', 'description', 'keywords'])
        .orderBy('type')
        .execute(),

    /** The HTML of every policy, by its name. */
    getPolicyHtmlByName: async (): Promise<Partial<Record<PolicyName, string>>> =>
      Object.fromEntries(
        (await db.selectFrom('policy').select(['name', 'html']).execute()).map(({ name, html }) => [
          name,
          html,
        ]),
      ),

    /** The terms in force, their title with their date. */
    getTermsInForce: async (): Promise<{ title: string; html: string }> => {
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
    listServices: (limit?: number): Promise<Service[]> =>
      db
        .selectFrom('service')
        .selectAll()
        .orderBy('priority', (o) => o.asc().nullsLast())
        .orderBy('id')
        .$if(limit !== undefined, (list) => list.limit(limit ?? 0))
        .execute(),

    /** Services whose name contains the words, whatever their case. */
    searchServices: (words: string): Promise<{ id: number; name: string }[]> => {
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
    listPosts: async (kind: 'blogPost' | 'pressRelease', limit?: number): Promise<Post[]> =>
      (
        await db
          .selectFrom(kind)
          .select(['id', 'slug', 'name', 'image', 'html', 'createdAt'])
          .orderBy('createdAt', 'desc')
          .orderBy('id', 'desc')
          .$if(limit !== undefined, (list) => list.limit(limit ?? 0))
          .execute()
      ).map(toPost),

    getPost: async (kind: 'blogPost' | 'pressRelease', slug: string): Promise<Post | undefined> => {
      const row = await db
        .selectFrom(kind)
        .select(['id', 'slug', 'name', 'image', 'html', 'createdAt'])
        .where('slug', '=', slug)
        .executeTakeFirst();
      return row && toPost(row);
    },

    listTestimonials: (): Promise<Testimonial[]> =>
      db.selectFrom('testimonial').selectAll().orderBy('id').execute(),

    listClientLogos: (): Promise<{ id: number; name: string; image: string | null }[]> =>
      db.selectFrom('clientLogo').selectAll().orderBy('id').execute(),

    listFaqs: (): Promise<{ id: number; title: string; html: string }[]> =>
      db.selectFrom('faq').select(['id', 'title', 'html']).orderBy('position').execute(),

    /** By name. */
    listCountries: (): Promise<Country[]> =>
      db.selectFrom('country').selectAll().orderBy('name').execute(),

    /** The present year, UTC: for the copyright line. */
    getCurrentYear: (): number => deps.clock().getUTCFullYear(),

    getCountryName: async (id: number): Promise<string | undefined> =>
      (await db.selectFrom('country').select('name').where('id', '=', id).executeTakeFirst())?.name,

    isSeeded: async (): Promise<boolean> =>
      (await db.selectFrom('siteInfo').select('singleton').executeTakeFirst()) !== undefined,

    /** Fills an empty store, whole or not at all. */
    seed: (content: SeedContent): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await seedContent(tx, content);
        await deps.invalidate(tx, ['site']);
      }),
  };
}
