/** The store's own pages, with the words by which visitors ask for them. */
import type { App } from '#core/app.ts';
import type { StoreSettings } from '#core/store/settings.model.ts';
import type { FoundPage, NamedPage } from '#core/content/site-search.ts';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';

/** Those that the program itself has; policies are rows of the store. */
const fixedPages: readonly NamedPage[] = [
  {
    title: 'About us',
    href: paths.about(),
    about: 'company who we are you team experience publisher',
  },
  {
    title: 'Contact',
    href: paths.contact(),
    about:
      'us phone telephone number email address office write call support help customer service',
  },
  {
    title: 'Career',
    href: paths.career(),
    about: 'careers jobs vacancies vacancy hiring internship apply application CV',
  },
  {
    title: texts.customerFaqs,
    href: paths.faq(),
    about: 'FAQ frequently asked questions answers help',
  },
  {
    title: 'Services',
    href: paths.services(),
    about: 'custom research customization consulting tailored',
  },
  {
    title: 'Testimonials',
    href: paths.testimonials(),
    about: 'reviews customers references opinions',
  },
  { title: 'Clients', href: paths.clients(), about: 'customers companies logos references' },
  {
    title: 'Become a reseller',
    href: paths.becomeReseller(),
    about: 'partner distributor affiliate resell commission',
  },
  { title: 'Blog', href: paths.blog(), about: 'articles posts' },
  { title: 'Press releases', href: paths.pressReleases(), about: 'news media journalists' },
  { title: 'All industries', href: paths.industries(), about: 'categories sectors list' },
  { title: 'Report store', href: paths.reportStore(), about: 'all reports catalogue list' },
  {
    title: 'Your account',
    href: paths.profile(),
    about: 'log in login sign in password profile my orders register',
  },
  {
    title: 'Renew downloads',
    href: paths.renewDownload(),
    about: 'expired link download again lost files resend',
  },
];

export type PageLink = { readonly title: string; readonly href: string };

/**
 * Finds links to the store's own pages that answer the words, the best first, and its services.
 * `isTyping` if the last word may be the beginning of one.
 */
export async function findOwnPages(
  content: App['content'],
  settings: StoreSettings,
  { words, isTyping = false }: { readonly words: string; readonly isTyping?: boolean },
): Promise<{
  readonly pages: readonly PageLink[];
  readonly services: readonly { readonly id: number; readonly name: string }[];
}> {
  const asked = { words, isTyping };
  const { pages, services } = await content.siteSearch.find(asked, fixedPages, settings);
  return { pages: pages.map((page) => ({ title: page.title, href: toPageHref(page) })), services };
}

/** Where a page that was found stands. */
function toPageHref(page: FoundPage): string {
  if (page.kind === 'page') return page.href;
  if (page.kind === 'question') return `${paths.faq()}#question-${page.id}`;
  return page.kind === 'blogPost' ? paths.blogPost(page.slug) : paths.pressRelease(page.slug);
}
