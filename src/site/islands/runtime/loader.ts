/**
 * The only script that a page loads by itself: finds islands and hydrates each when it is about to be used.
 * Until then everything under them works natively, so that no tap is lost while React is on its way.
 */
import { pageConstants } from '#site/page-constants.ts';
import { enhanceCookieBanner } from '../enhancements/cookie-consent.ts';
import { rememberLicence, enhanceDialogs } from '../enhancements/dialogs.ts';
import { enhanceTabs } from '../enhancements/tabs.ts';

export const islands = {
  search: () => import('../components/search-box.tsx'),
  publications: () => import('../components/latest-publications.tsx'),
  carousel: () => import('../components/testimonial-carousel.tsx'),
  leadForm: () => import('../components/lead-form.tsx'),
  accountForm: () => import('../components/account-form.tsx'),
  newsletter: () => import('../components/newsletter-form.tsx'),
} as const;

/** Cached pages are the same for everybody: a flag tells whether to show Login or Profile. The session itself is the server's matter. */
function syncLoginFlag(): void {
  const loginState = document.querySelector<HTMLElement>('[data-member]')?.dataset['member'];
  if (loginState === 'in') localStorage.setItem('isLoggedIn', 'true');
  if (loginState === 'out') localStorage.removeItem('isLoggedIn');
  document.documentElement.toggleAttribute(
    'data-logged-in',
    localStorage.getItem('isLoggedIn') === 'true',
  );
}

async function hydrateIsland(element: HTMLElement): Promise<void> {
  const name = element.dataset['island'] as keyof typeof islands;
  delete element.dataset['when'];
  const [{ hydrateComponent }, island] = await Promise.all([
    import('./hydrate.ts'),
    islands[name](),
  ]);
  hydrateComponent(
    element,
    island.default as (props: object) => never,
    JSON.parse(element.dataset['props'] ?? '{}') as object,
  );
}

function hydrateOnDemand(element: HTMLElement): void {
  const listenerOptions = { once: true, passive: true };
  const hydrateOnce = (): void => {
    if (element.dataset['when']) void hydrateIsland(element);
  };
  for (const eventName of ['pointerenter', 'focusin', 'touchstart'])
    element.addEventListener(eventName, hydrateOnce, listenerOptions);
  if (element.contains(document.activeElement)) hydrateOnce();
  if (element.dataset['when'] !== 'view') return;
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    hydrateOnce();
  });
  observer.observe(element);
}

if (typeof document !== 'undefined') {
  document.querySelectorAll<HTMLElement>('[data-island]').forEach(hydrateOnDemand);
  enhanceTabs();
  enhanceDialogs();
  rememberLicence();
  enhanceCookieBanner();
  syncLoginFlag();
  const leave = document.querySelector<HTMLAnchorElement>('a[data-leave]');
  if (leave) setTimeout(() => location.replace(leave.href), Number(leave.dataset['leave']));
  const scrolled = (): void => {
    document.documentElement.toggleAttribute(
      'data-scrolled',
      scrollY > pageConstants.scrolledAfterPx,
    );
  };
  addEventListener('scroll', scrolled, { passive: true });
  scrolled();
  addEventListener('keydown', (event) => {
    const typing = (event.target as HTMLElement).closest(
      'input, textarea, select, [contenteditable]',
    );
    if ((event.key === '/' && !typing) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      document.getElementById('header-search')?.focus();
    }
  });
}
