/**
 * The only script that a page loads by itself: finds islands and hydrates each when it is about to be used.
 * Until then everything under them works natively, so that no tap is lost while React is on its way.
 */
import { timings } from '../timings.ts';
import { askConsent } from './consent.ts';
import { keepLicence, openDialogs } from './dialogs.ts';
import { openTabs } from './tabs.ts';

export const islands = {
  search: () => import('./search.tsx'),
  publications: () => import('./publications.tsx'),
  carousel: () => import('./carousel.tsx'),
  leadForm: () => import('./lead-form.tsx'),
  accountForm: () => import('./account-form.tsx'),
  newsletter: () => import('./newsletter.tsx'),
} as const;

/** Cached pages are the same for everybody: a flag tells whether to show Login or Profile. The session itself is the server's matter. */
function showMember(): void {
  const told = document.querySelector<HTMLElement>('[data-member]')?.dataset['member'];
  if (told === 'in') localStorage.setItem('isLoggedIn', 'true');
  if (told === 'out') localStorage.removeItem('isLoggedIn');
  document.documentElement.toggleAttribute(
    'data-logged-in',
    localStorage.getItem('isLoggedIn') === 'true',
  );
}

async function wake(element: HTMLElement): Promise<void> {
  const name = element.dataset['island'] as keyof typeof islands;
  delete element.dataset['when'];
  const [{ hydrate }, island] = await Promise.all([import('./react.ts'), islands[name]()]);
  hydrate(
    element,
    island.default as (props: object) => never,
    JSON.parse(element.dataset['props'] ?? '{}') as object,
  );
}

function watch(element: HTMLElement): void {
  const once = { once: true, passive: true };
  const wakeOnce = (): void => {
    if (element.dataset['when']) void wake(element);
  };
  for (const sign of ['pointerenter', 'focusin', 'touchstart'])
    element.addEventListener(sign, wakeOnce, once);
  if (element.contains(document.activeElement)) wakeOnce();
  if (element.dataset['when'] !== 'view') return;
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    wakeOnce();
  });
  seen.observe(element);
}

if (typeof document !== 'undefined') {
  document.querySelectorAll<HTMLElement>('[data-island]').forEach(watch);
  openTabs();
  openDialogs();
  keepLicence();
  askConsent();
  showMember();
  const leave = document.querySelector<HTMLAnchorElement>('a[data-leave]');
  if (leave) setTimeout(() => location.replace(leave.href), Number(leave.dataset['leave']));
  const scrolled = (): void => {
    document.documentElement.toggleAttribute('data-scrolled', scrollY > timings.scrolledAfter);
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
