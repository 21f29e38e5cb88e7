import { fetchPage } from './fetch-page.ts';

/**
 * Brings the form of another page into the places of `holder` that name one (`data-form-of`), ready
 * for a loader: it says that it was sent from this page, and leads back to it. False if that page
 * can't be had now; without such a place it is there already.
 */
export async function bringForm(
  holder: HTMLElement,
  startIsland: (island: HTMLElement) => void,
): Promise<boolean> {
  const place = holder.querySelector<HTMLElement>('[data-form-of]');
  if (!place) return true;
  const address = place.dataset['formOf'] ?? '';
  const page = await fetchPage(address);
  const island = page?.querySelector<HTMLElement>('[data-island="lead-form"]');
  const form = island?.querySelector('form');
  if (!island || !form) return false;
  const props = JSON.parse(island.dataset['props'] ?? '{}') as object;
  const own = { pagePath: location.pathname, redirectsToThankYou: true };
  island.dataset['props'] = JSON.stringify({ ...props, ...own });
  form.querySelector('[name=page]')?.setAttribute('value', location.pathname);
  // Until it is hydrated the browser sends it where it is at home.
  form.action = address;
  place.replaceWith(island);
  startIsland(island);
  return true;
}
