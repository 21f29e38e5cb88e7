/**
 * The only script that a page loads by itself: it hydrates each island when it is about to be used.
 * Until then everything works natively, so that no tap is lost while React is loading.
 */
import { offerChartValues } from '../enhancements/offer-chart-values.ts';
import { offerDotNames } from '../enhancements/offer-dot-names.ts';
import { copyTextOnClick } from '../enhancements/copy-text.ts';
import { enhanceCookieBanner } from '../enhancements/cookie-consent.ts';
import { replaceBrokenPictures } from '../enhancements/default-picture.ts';
import { closeMenusOnLink, showNewestReports } from '../enhancements/industries-menu.ts';
import { fetchAheadOnFirstTouch } from '../enhancements/fetch-ahead.ts';
import { syncLoginFlag } from '../enhancements/login-flag.ts';
import { adaptAddress } from '../enhancements/adapt-address.ts';
import { markPartInView } from '../enhancements/jump-bar.ts';
import { clearMendedErrors } from '../enhancements/mend-errors.ts';
import { rememberLicence } from '../enhancements/remember-licence.ts';
import { closeDialogsOnOutsideClick, openSampleDialogOnce } from '../enhancements/sample-dialog.ts';
import { addSearchShortcut } from '../enhancements/search-shortcut.ts';
import { sendFormsOnce, waitForSentForms } from '../enhancements/send-once.ts';
import { markScrolledPage } from '../enhancements/sticky-header.ts';
import { showTax } from '../enhancements/show-tax.ts';
import { takeOverChecks } from '../enhancements/take-over-checks.ts';
import { redirectAfterThanks } from '../enhancements/thank-you-redirect.ts';

/**
 * Every island by the name in its `data-island`, which is that of its file: the server looks there
 * for the classes that it may bring. Each module's default export is its component.
 */
export const islands = {
  'search-box': () => import('../components/search-box.tsx'),
  'latest-publications': () => import('../components/latest-publications.tsx'),
  'testimonial-carousel': () => import('../components/testimonial-carousel.tsx'),
  'lead-form': () => import('../components/lead-form.tsx'),
  'captcha-field': () => import('../components/captcha-field.tsx'),
  'account-form': () => import('../components/account-form.tsx'),
  'newsletter-form': () => import('../components/newsletter-form.tsx'),
} as const;

const isIslandName = (name: string): name is keyof typeof islands => Object.hasOwn(islands, name);

/** Clicks on buttons of islands that are not hydrated yet; links and forms work natively. */
const earlyClicks = new WeakMap<HTMLElement, HTMLElement[]>();

function rememberEarlyClicks(element: HTMLElement): void {
  const clicked: HTMLElement[] = [];
  earlyClicks.set(element, clicked);
  element.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button[type=button]');
    if (button && earlyClicks.has(element)) clicked.push(button);
  });
}

/** Arrow keys that were pressed in a field with suggestions since it was last typed into. */
const earlyArrows = new WeakMap<HTMLElement, string[]>();

function rememberEarlyArrows(element: HTMLElement): void {
  const pressed: string[] = [];
  earlyArrows.set(element, pressed);
  element.addEventListener('keydown', ({ key, target }) => {
    const isSearch = (target as Element).role === 'combobox';
    if (isSearch && key.startsWith('Arrow') && earlyArrows.has(element)) pressed.push(key);
  });
  element.addEventListener('input', () => pressed.splice(0));
}

/** React hydrates at once if an event waits, so that each one meets its handler. */
function replayEarlyEvents(element: HTMLElement): void {
  const clicked = earlyClicks.get(element) ?? [];
  earlyClicks.delete(element);
  for (const button of clicked) button.click();
  const pressed = earlyArrows.get(element) ?? [];
  earlyArrows.delete(element);
  for (const key of pressed)
    element
      .querySelector('[role=combobox]')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

async function hydrateIsland(element: HTMLElement): Promise<void> {
  const name = element.dataset['island'] ?? '';
  if (!isIslandName(name)) return;
  delete element.dataset['when'];
  const loaded = await Promise.all([import('./hydrate.ts'), islands[name]()]).catch(
    () => undefined,
  );
  // It stays plain HTML: the browser asks for a script that failed once only on another page.
  if (!loaded) return void (element.dataset['failed'] = '');
  const [{ hydrateComponent }, island] = loaded;
  // The button of a form that is on its way says so: React would find other words than its own.
  await waitForSentForms(element);
  hydrateComponent(
    element,
    island.default as (props: object) => never,
    JSON.parse(element.dataset['props'] ?? '{}') as object,
  );
  replayEarlyEvents(element);
}

function hydrateOnDemand(element: HTMLElement): void {
  rememberEarlyClicks(element);
  rememberEarlyArrows(element);
  const listenerOptions = { once: true, passive: true };
  const hydrateOnce = (): void => {
    if (element.dataset['when']) void hydrateIsland(element);
  };
  for (const eventName of ['pointerenter', 'focusin', 'touchstart', 'click'])
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
markPartInView();
replaceBrokenPictures();
sendFormsOnce();
takeOverChecks();
offerChartValues();
offerDotNames();
clearMendedErrors();
copyTextOnClick();
adaptAddress();
showTax();
closeDialogsOnOutsideClick();
openSampleDialogOnce(hydrateOnDemand);
rememberLicence();
enhanceCookieBanner();
syncLoginFlag();
redirectAfterThanks();
markScrolledPage();
addSearchShortcut();
showNewestReports();
closeMenusOnLink();
fetchAheadOnFirstTouch();
// Buttons of islands are shown from here on (frame.css): before, nobody would hear a click.
document.documentElement.dataset['ready'] = '';
