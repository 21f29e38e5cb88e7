import type { Database } from '../deps.ts';
import type {
  Client,
  Country,
  PageMeta,
  Policy,
  PolicyName,
  Post,
  Service,
  StoredSiteInfo,
  Testimonial,
} from './model.ts';

export type PostKind = 'blogPost' | 'pressRelease';
type Faq = { id: number; title: string; html: string };

/** Throws where the store was never seeded. */
export async function getSiteInfo(db: Database): Promise<StoredSiteInfo> {
  return (await db.selectFrom('siteInfo').select('body').executeTakeFirstOrThrow()).body;
}

export async function isSeeded(db: Database): Promise<boolean> {
  return (await db.selectFrom('siteInfo').select('singleton').executeTakeFirst()) !== undefined;
}

/** By its numeric type; undefined where there is none. */
export const getPageMeta = (db: Database, type: number): Promise<PageMeta | undefined> =>
  db
    .selectFrom('pageMeta')
    .select(['title', 'description', 'keywords'])
    .where('type', '=', type)
    .executeTakeFirst();

export const listPageMetas = (db: Database): Promise<(PageMeta & { type: number })[]> =>
  db
    .selectFrom('pageMeta')
    .select(['type', 'title', 'description', 'keywords'])
    .orderBy('type')
    .execute();

export const getPolicy = (db: Database, name: PolicyName): Promise<Policy | undefined> =>
  db
    .selectFrom('policy')
    .select(['title', 'description', 'html', 'updatedOn'])
    .where('name', '=', name)
    .executeTakeFirst();

export const listPolicyTexts = (db: Database): Promise<{ name: string; html: string }[]> =>
  db.selectFrom('policy').select(['name', 'html']).execute();

/** By priority, those without one last; all where `limit` is undefined. */
export const listServices = (db: Database, limit?: number): Promise<Service[]> =>
  db
    .selectFrom('service')
    .selectAll()
    .orderBy('priority', (order) => order.asc().nullsLast())
    .orderBy('id')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();

/** At most six services whose name contains the text, in upper or lower case. */
export const findServices = (db: Database, text: string): Promise<{ id: number; name: string }[]> =>
  db
    .selectFrom('service')
    .select(['id', 'name'])
    .where('name', 'ilike', `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
    .orderBy('name')
    .limit(6)
    .execute();

const selectPosts = (db: Database, kind: PostKind) =>
  db.selectFrom(kind).select(['id', 'slug', 'name', 'image', 'html', 'createdAt']);
type PostRow = Omit<Post, 'createdAt'> & { readonly createdAt: Date };
const toPost = ({ createdAt, ...post }: PostRow): Post => ({
  ...post,
  createdAt: createdAt.toISOString(),
});

/** Newest first; all where `limit` is undefined. */
export async function listPosts(db: Database, kind: PostKind, limit?: number): Promise<Post[]> {
  const rows = await selectPosts(db, kind)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(toPost);
}

export async function getPost(
  db: Database,
  kind: PostKind,
  slug: string,
): Promise<Post | undefined> {
  const row = await selectPosts(db, kind).where('slug', '=', slug).executeTakeFirst();
  return row && toPost(row);
}

export const listTestimonials = (db: Database): Promise<Testimonial[]> =>
  db.selectFrom('testimonial').selectAll().orderBy('id').execute();

export const listClientLogos = (db: Database): Promise<Client[]> =>
  db.selectFrom('clientLogo').selectAll().orderBy('id').execute();

export const listFaqs = (db: Database): Promise<Faq[]> =>
  db.selectFrom('faq').select(['id', 'title', 'html']).orderBy('position').execute();

/** By name. */
export const listCountries = (db: Database): Promise<Country[]> =>
  db.selectFrom('country').selectAll().orderBy('name').execute();

export async function getCountryName(db: Database, id: number): Promise<string | undefined> {
  return (await db.selectFrom('country').select('name').where('id', '=', id).executeTakeFirst())
    ?.name;
}
