import { SiteSearch } from './site-search.ts';
import { toYear } from '../kernel/time-zone.model.ts';
import type { Database, Deps } from '../deps.ts';
import { formatDay } from '../kernel/date.model.ts';
import { ok } from '../kernel/outcome.model.ts';
import * as store from './content.store.ts';
import { cleanBody, readBody } from './body-html.ts';
import { EntryEditing } from './entry-editing.ts';
import { undoEntryChange } from './undo-entry-change.ts';
import type { UndoHandlers } from '../staff/undo.model.ts';
import { describePictures, LibraryPictures } from '../media/index.ts';
import { findPageAt, listPageAddresses, type PolicyPage } from '../store/policies/page.model.ts';
import type { StoreSettings } from '../store/settings.model.ts';
import {
  pageMetaTypes,
  pageNames,
  policyNames,
  type Country,
  type PageMeta,
  type PageName,
  type Policy,
  type PolicyName,
  type SeedContent,
  type ShownService,
} from './model.ts';
import { insertContent, insertCountries } from './seed.store.ts';
import { PostEditing } from './post-editing.ts';
import { openPreview } from './post-preview.ts';
import type { PostKind } from './post.model.ts';
import { findFormerPost } from './posts.store.ts';
import { publishScheduledPosts } from './publish-scheduled-posts.ts';
import { ServiceEditing } from './service-editing.ts';
import { undoPostChange } from './undo-post-change.ts';
import { undoServiceChange } from './undo-service-change.ts';

/** Policies and page metas are part of the store's settings. */
type ContentDeps = Deps & { readonly getSettings: () => Promise<StoreSettings> };

export type Content = ReturnType<typeof createContent>;

/** Page metas, policies, services, news, testimonials, FAQs and countries. */
export function createContent(deps: ContentDeps) {
  const { db, getSettings } = deps;
  return {
    getPageMeta: async (page: PageName): Promise<PageMeta | undefined> =>
      (await getSettings()).metas[page],
    /** Those that the publisher gave, by their number. */
    listPageMetas: async (): Promise<(PageMeta & { type: number })[]> => {
      const { metas } = await getSettings();
      return pageNames.flatMap((page) => {
        const meta = metas[page];
        return meta ? [{ type: pageMetaTypes[page], ...meta }] : [];
      });
    },
    ...createPolicyPages(getSettings),
    getTermsInForce: () => getTermsInForce(deps),
    ...createEditing({ ...deps, library: new LibraryPictures(deps) }),
    listServices: (limit?: number) => listServices(db, limit),
    siteSearch: new SiteSearch(db),
    listPosts: (kind: PostKind, limit?: number) => store.listPosts(db, kind, limit),
    findPostLinkingTo: (kind: PostKind, path: string) => store.findPostLinkingTo(db, kind, path),
    getPost: (kind: PostKind, slug: string) => store.getPost(db, kind, slug),
    listTestimonials: () => store.listTestimonials(db),
    listClientLogos: () => store.listClientLogos(db),
    listFaqs: () => store.listFaqs(db),
    listCountries: () => store.listCountries(db),
    findCountry: (id: number) => store.findCountry(db, id),
    getCountryName: (id: number) => store.getCountryName(db, id),
    /** The store's, for the copyright line. */
    getCurrentYear: async (): Promise<number> =>
      toYear(deps.clock(), (await deps.getSettings()).timeZone),
    jobs: { 'content.publishScheduled': () => publishScheduledPosts(deps) },
    undoHandlers: createUndoHandlers(deps),
    hasContent: () => store.hasContent(db),
    seed: (content: SeedContent) => seed(deps, content),
    /** The countries of forms, where there are none yet. */
    seedCountries: (countries: readonly Omit<Country, 'id'>[]) => seedCountries(deps, countries),
  };
}

/** A policy page whose text is published. */
export type WrittenPage = PolicyPage & { readonly policy: Policy };

const createPolicyPages = (getSettings: ContentDeps['getSettings']) => ({
  /**
   * What stands at an address of one part; `movedTo` is the address of a page that stood there.
   * undefined where there is no page, or its text was never published.
   */
  findPolicyPage: async (
    address: string,
  ): Promise<WrittenPage | { readonly movedTo: string } | undefined> => {
    const { policyPages, policies } = await getSettings();
    const page = findPageAt(policyPages, address);
    if (page && page.address !== address) return { movedTo: page.address };
    const policy = page && policies[page.id];
    return policy && { ...page, policy };
  },
  /** All that lead to a page. */
  listPolicyAddresses: async (): Promise<string[]> =>
    listPageAddresses((await getSettings()).policyPages),
  /** Those with a text, in their order. */
  listPolicyPages: async (): Promise<WrittenPage[]> => {
    const { policyPages, policies } = await getSettings();
    return policyPages.flatMap((page) => {
      const policy = policies[page.id];
      return policy ? [{ ...page, policy }] : [];
    });
  },
  /** Those of the specification. */
  getPolicyHtmlByName: async (): Promise<Partial<Record<PolicyName, string>>> => {
    const { policies } = await getSettings();
    return Object.fromEntries(policyNames.map((name) => [name, policies[name]?.html]));
  },
});

/** Staff's work on content, and what the pages of posts need beside what is published. */
async function listServices(db: Database, limit?: number): Promise<ShownService[]> {
  const services = await store.listServices(db, limit);
  const names = services.flatMap(({ image }) => image ?? []);
  const pictures = await describePictures(db, names);
  return services.map((service) => ({
    ...service,
    imageText: pictures.get(service.image ?? '')?.alternativeText ?? '',
  }));
}

const createEditing = (deps: ContentDeps & { readonly library: LibraryPictures }) => ({
  serviceEditing: new ServiceEditing(deps),
  posts: {
    editing: {
      blogPost: new PostEditing(deps, 'blogPost'),
      pressRelease: new PostEditing(deps, 'pressRelease'),
    },
    openPreview: (token: string) => openPreview(deps, token),
    findFormer: (kind: PostKind, slug: string) => findFormerPost(deps.db, kind, slug),
  },
  faqEditing: new EntryEditing(deps, 'faq', async (tx, faq) => {
    const html = await cleanBody(tx, deps, faq.html, 'html');
    return html.ok ? ok({ ...faq, html: html.value }) : html;
  }),
  testimonialEditing: new EntryEditing(deps, 'testimonial'),
  clientLogoEditing: new EntryEditing(deps, 'clientLogo'),
  /** HTML that somebody typed, as the editor of rich text takes it. */
  readBody: (html: string) => readBody(deps, html),
});

/** The terms and conditions, with their date in the title; empty where the store has none. */
async function getTermsInForce({
  getSettings,
}: ContentDeps): Promise<{ title: string; html: string }> {
  const { policies } = await getSettings();
  const { terms } = policies;
  return terms
    ? { title: `${terms.title} of ${formatDay(terms.updatedOn)}`, html: terms.html }
    : { title: '', html: '' };
}

/** Taking back what staff did to content, by verb. */
const createUndoHandlers = (deps: ContentDeps): UndoHandlers => ({
  'service.edit': (tx, entry) => undoServiceChange(tx, deps, entry),
  'post.edit': (tx, entry) => undoPostChange(tx, deps, entry),
  'faq.edit': (tx, entry) => undoEntryChange(tx, deps, 'faq', entry),
  'testimonial.edit': (tx, entry) => undoEntryChange(tx, deps, 'testimonial', entry),
  'logo.edit': (tx, entry) => undoEntryChange(tx, deps, 'clientLogo', entry),
});

/** Fills an empty store in one transaction. */
const seed = (deps: Deps, content: SeedContent): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await insertContent(tx, content);
    await deps.invalidate(tx, ['site']);
  });

async function seedCountries(
  { db }: Deps,
  countries: readonly Omit<Country, 'id'>[],
): Promise<void> {
  if (await store.hasCountries(db)) return;
  await db.transaction().execute((tx) => insertCountries(tx, countries));
}
