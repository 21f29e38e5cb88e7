import { defaultTeamSeats } from '../catalogue/licence.model.ts';
import type { Deps } from '../deps.ts';
import { cleanPrefix } from '../kernel/clean-text.model.ts';
import * as store from './content.store.ts';
import {
  pageMetaTypes,
  type PageName,
  type PolicyName,
  type SeedContent,
  type SiteInfo,
} from './model.ts';
import { insertContent } from './seed.store.ts';

export type Content = ReturnType<typeof createContent>;

/** Site info, page metas, policies, services, news, testimonials, FAQs and countries. */
export function createContent(deps: Deps) {
  const { db } = deps;
  return {
    /** Throws where the store was never seeded. */
    getSiteInfo: async (): Promise<SiteInfo> => ({
      teamSeats: defaultTeamSeats,
      ...(await store.getSiteInfo(db)),
    }),
    getPageMeta: (page: PageName) => store.getPageMeta(db, pageMetaTypes[page]),
    listPageMetas: () => store.listPageMetas(db),
    getPolicy: (name: PolicyName) => store.getPolicy(db, name),
    getPolicyHtmlByName: async (): Promise<Partial<Record<PolicyName, string>>> =>
      Object.fromEntries((await store.listPolicyTexts(db)).map(({ name, html }) => [name, html])),
    getTermsInForce: () => getTermsInForce(deps),
    listServices: (limit?: number) => store.listServices(db, limit),
    searchServices: (words: string) => searchServices(deps, words),
    listPosts: (kind: store.PostKind, limit?: number) => store.listPosts(db, kind, limit),
    getPost: (kind: store.PostKind, slug: string) => store.getPost(db, kind, slug),
    listTestimonials: () => store.listTestimonials(db),
    listClientLogos: () => store.listClientLogos(db),
    listFaqs: () => store.listFaqs(db),
    listCountries: () => store.listCountries(db),
    getCountryName: (id: number) => store.getCountryName(db, id),
    /** Of the UTC date, for the copyright line. */
    getCurrentYear: (): number => deps.clock().getUTCFullYear(),
    isSeeded: () => store.isSeeded(db),
    seed: (content: SeedContent) => seed(deps, content),
  };
}

/** The terms and conditions, with their date in the title; empty where the store has none. */
async function getTermsInForce({ db }: Deps): Promise<{ title: string; html: string }> {
  const terms = await store.getPolicy(db, 'terms');
  return terms
    ? { title: `${terms.title} of ${terms.updatedOn}`, html: terms.html }
    : { title: '', html: '' };
}

/** Services whose name contains the words. Fewer than two characters find nothing. */
async function searchServices({ db }: Deps, words: string) {
  const text = cleanPrefix(words.trim(), 200);
  return text.length < 2 ? [] : store.findServices(db, text);
}

/** Fills an empty store in one transaction. */
const seed = (deps: Deps, content: SeedContent): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await insertContent(tx, content);
    await deps.invalidate(tx, ['site']);
  });
