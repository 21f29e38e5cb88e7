/**
 * The only script that a page loads by itself: it hydrates each island when it is about to be used.
 * Until then everything works natively, so that no tap is lost while React is loading.
 */
import { offerChartValues } from '../enhancements/offer-chart-values.ts';
import { enhanceCookieBanner } from '../enhancements/cookie-consent.ts';
import { closeMenusOnLink, showNewestReports } from '../enhancements/industries-menu.ts';
import { syncLoginFlag } from '../enhancements/login-flag.ts';
import { rememberLicence } from '../enhancements/remember-licence.ts';
import { closeDialogsOnOutsideClick, openSampleDialogOnce } from '../enhancements/sample-dialog.ts';
import { addSearchShortcut } from '../enhancements/search-shortcut.ts';
import { sendFormsOnce } from '../enhancements/send-once.ts';
import { markScrolledPage } from '../enhancements/sticky-header.ts';
import { enhanceTabs } from '../enhancements/tabs.ts';
import { redirectAfterThanks } from '../enhancements/thank-you-redirect.ts';

/** Every island by the name in its `data-island`; each module's default export is its component. */
export const islands = {
  search: () => import('../components/search-box.tsx'),
  publications: () => import('../components/latest-publications.tsx'),
  carousel: () => import('../components/testimonial-carousel.tsx'),
  leadForm: () => import('../components/lead-form.tsx'),
  captcha: () => import('../components/captcha-field.tsx'),
  accountForm: () => import('../components/account-form.tsx'),
  newsletter: () => import('../components/newsletter-form.tsx'),
} as const;

const isIslandName = (name: string): name is keyof typeof islands => Object.hasOwn(islands, name);

async function hydrateIsland(element: HTMLElement): Promise<void> {
  const name = element.dataset['island'] ?? '';
  if (!isIslandName(name)) return;
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

document.querySelectorAll<HTMLElement>('[data-island]').forEach(hydrateOnDemand);
enhanceTabs();
sendFormsOnce();
offerChartValues();
closeDialogsOnOutsideClick();
openSampleDialogOnce();
rememberLicence();
enhanceCookieBanner();
syncLoginFlag();
redirectAfterThanks();
markScrolledPage();
addSearchShortcut();
showNewestReports();
closeMenusOnLink();
