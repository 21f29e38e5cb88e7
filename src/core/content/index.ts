import { SiteSearch } from './site-search.ts';
import { readTimeZone } from '../kernel/store-zone.store.ts';
import { toDay, toYear } from '../kernel/time-zone.model.ts';
import type { Deps } from '../deps.ts';
import { formatDay } from '../kernel/date.model.ts';
import { ok } from '../kernel/outcome.model.ts';
import { countPages, type Paginated } from '../kernel/paginated.model.ts';
import * as store from './content.store.ts';
import { BodyHtml } from './body-html.ts';
import { EntryEditing } from './entry-editing.ts';
import type { UndoHandlers } from '../staff/undo.model.ts';
import { describePictures } from '../media/index.ts';
import { findPageAt, listPageAddresses, type PolicyPage } from '../store/policies/page.model.ts';
import type { StoreSettings } from '../store/settings.model.ts';
import {
  pageMetaTypes,
  pageNames,
  policyNames,
  postsPerPage,
  tagOfYear,
  type Country,
  type PageMeta,
  type PageName,
  type Policy,
  type PolicyName,
  type Post,
  type SeedContent,
  type ShownService,
} from './model.ts';
import { insertContent, insertCountries } from './seed.store.ts';
import type { PostKind } from './post.model.ts';
import { Posts } from './posts.ts';
import { ServiceEditing } from './service-editing.ts';

/** Policies and page metas are part of the store's settings. */
type ContentDeps = Deps & { readonly getSettings: () => Promise<StoreSettings> };

/** A policy page whose text is published. */
export type WrittenPage = PolicyPage & { readonly policy: Policy };

/** Page metas, policies, services, news, testimonials, FAQs and countries. */
export class Content {
  /** HTML that somebody typed. */
  readonly body: BodyHtml;
  readonly siteSearch: SiteSearch;
  readonly posts: Posts;
  readonly serviceEditing: ServiceEditing;
  readonly faqEditing: EntryEditing<'faq'>;
  readonly testimonialEditing: EntryEditing<'testimonial'>;
  readonly clientLogoEditing: EntryEditing<'clientLogo'>;
  readonly #deps: ContentDeps;

  constructor(deps: ContentDeps) {
    this.#deps = deps;
    this.body = new BodyHtml(deps);
    const parts = { ...deps, body: this.body };
    this.siteSearch = new SiteSearch(deps.db);
    this.posts = new Posts(parts);
    this.serviceEditing = new ServiceEditing(parts);
    this.faqEditing = new EntryEditing(parts, 'faq', async (tx, faq) => {
      const html = await this.body.clean(tx, faq.html, 'html');
      return html.ok ? ok({ ...faq, html: html.value }) : html;
    });
    this.testimonialEditing = new EntryEditing(parts, 'testimonial');
    this.clientLogoEditing = new EntryEditing(parts, 'clientLogo');
  }

  async getPageMeta(page: PageName): Promise<PageMeta | undefined> {
    return (await this.#deps.getSettings()).metas[page];
  }

  /** Returns those that the publisher gave, by their number. */
  async listPageMetas(): Promise<(PageMeta & { type: number })[]> {
    const { metas } = await this.#deps.getSettings();
    return pageNames.flatMap((page) => {
      const meta = metas[page];
      return meta ? [{ type: pageMetaTypes[page], ...meta }] : [];
    });
  }

  /**
   * Returns what stands at an address of one part; `movedTo` is the address of a page that stood
   * there. undefined if there is no page, or its text was never published.
   */
  async findPolicyPage(
    address: string,
  ): Promise<WrittenPage | { readonly movedTo: string } | undefined> {
    const { policyPages, policies } = await this.#deps.getSettings();
    const page = findPageAt(policyPages, address);
    if (page && page.address !== address) return { movedTo: page.address };
    const policy = page && policies[page.id];
    return policy && { ...page, policy };
  }

  /** Returns all that lead to a page. */
  async listPolicyAddresses(): Promise<string[]> {
    return listPageAddresses((await this.#deps.getSettings()).policyPages);
  }

  /** Returns those with a text, in their order. */
  async listPolicyPages(): Promise<WrittenPage[]> {
    const { policyPages, policies } = await this.#deps.getSettings();
    return policyPages.flatMap((page) => {
      const policy = policies[page.id];
      return policy ? [{ ...page, policy }] : [];
    });
  }

  /** Returns those of the specification. */
  async getPolicyHtmlByName(): Promise<Partial<Record<PolicyName, string>>> {
    const { policies } = await this.#deps.getSettings();
    return Object.fromEntries(policyNames.map((name) => [name, policies[name]?.html]));
  }

  /** Returns the terms and conditions, with their date in the title; empty if the store has none. */
  async getTermsInForce(): Promise<{ title: string; html: string }> {
    const { terms } = (await this.#deps.getSettings()).policies;
    return terms
      ? { title: `${terms.title} of ${formatDay(terms.updatedOn)}`, html: terms.html }
      : { title: '', html: '' };
  }

  /** Returns the store's year, for the copyright line. */
  async getCurrentYear(): Promise<number> {
    const { clock, getSettings } = this.#deps;
    return toYear(clock(), (await getSettings()).timeZone);
  }

  get jobs() {
    return { 'content.beginYear': (): Promise<void> => this.#beginYear() };
  }

  /** In the first week of the store's year: no page shows the year before. */
  async #beginYear(): Promise<void> {
    const { db, clock, invalidate } = this.#deps;
    const today = toDay(clock(), await readTimeZone(db));
    if (today.slice(5) > '01-07') return;
    const year = Number(today.slice(0, 4));
    await db.transaction().execute((tx) => invalidate(tx, [tagOfYear(year - 1)]));
  }

  /** Returns services in the order of the site, with what their pictures show. */
  async listServices(limit?: number): Promise<ShownService[]> {
    const { db } = this.#deps;
    const services = await store.listServices(db, limit);
    const names = services.flatMap(({ image }) => image ?? []);
    const pictures = await describePictures(db, names);
    return services.map((service) => ({
      ...service,
      imageText: pictures.get(service.image ?? '')?.alternativeText ?? '',
    }));
  }

  /** Returns the newest published posts. */
  listPosts(kind: PostKind, limit: number) {
    return store.listPosts(this.#deps.db, kind, { limit });
  }

  /** Returns one page of the published posts, newest first; empty beyond the last. */
  async listPostPage(kind: PostKind, pageNumber: number): Promise<Paginated<Post>> {
    const { db } = this.#deps;
    const offset = (pageNumber - 1) * postsPerPage;
    const [items, total] = await Promise.all([
      store.listPosts(db, kind, { limit: postsPerPage, offset }),
      store.countPosts(db, kind),
    ]);
    return { items, total, pageNumber, pageCount: countPages(total, postsPerPage) };
  }

  /** Returns how many pages the list of published posts has, at least one. */
  async countPostPages(kind: PostKind): Promise<number> {
    return countPages(await store.countPosts(this.#deps.db, kind), postsPerPage);
  }

  /** Returns all published posts, newest first, a batch at a time. */
  streamPosts(kind: PostKind): AsyncGenerator<Post[]> {
    return store.streamPosts(this.#deps.db, kind, postsPerPage);
  }

  /** Returns another text after every change of what the published posts say. */
  digestPosts(kind: PostKind): Promise<string> {
    return store.digestPosts(this.#deps.db, kind);
  }

  listPostAddresses(kind: PostKind) {
    return store.listPostAddresses(this.#deps.db, kind);
  }

  findPostLinkingTo(kind: PostKind, path: string) {
    return store.findPostLinkingTo(this.#deps.db, kind, path);
  }

  getPost(kind: PostKind, slug: string) {
    return store.getPost(this.#deps.db, kind, slug);
  }

  listTestimonials() {
    return store.listTestimonials(this.#deps.db);
  }

  listClientLogos() {
    return store.listClientLogos(this.#deps.db);
  }

  listFaqs() {
    return store.listFaqs(this.#deps.db);
  }

  listCountries() {
    return store.listCountries(this.#deps.db);
  }

  findCountry(id: number) {
    return store.findCountry(this.#deps.db, id);
  }

  getCountryName(id: number) {
    return store.getCountryName(this.#deps.db, id);
  }

  /** Takes entries of the audit log back, by verb. */
  get undoHandlers(): UndoHandlers {
    return {
      'service.edit': (tx, entry) => this.serviceEditing.undo(tx, entry),
      'post.edit': (tx, entry) => this.posts.undo(tx, entry),
      'faq.edit': (tx, entry) => this.faqEditing.undo(tx, entry),
      'testimonial.edit': (tx, entry) => this.testimonialEditing.undo(tx, entry),
      'logo.edit': (tx, entry) => this.clientLogoEditing.undo(tx, entry),
    };
  }

  hasContent() {
    return store.hasContent(this.#deps.db);
  }

  /** Fills an empty store in one transaction. */
  seed(content: SeedContent): Promise<void> {
    const { db, invalidate } = this.#deps;
    return db.transaction().execute(async (tx) => {
      await insertContent(tx, content);
      await invalidate(tx, ['site']);
    });
  }

  /** Adds the countries of forms, if there are none yet. */
  async seedCountries(countries: readonly Omit<Country, 'id'>[]): Promise<void> {
    const { db } = this.#deps;
    if (await store.hasCountries(db)) return;
    await db.transaction().execute((tx) => insertCountries(tx, countries));
  }
}
