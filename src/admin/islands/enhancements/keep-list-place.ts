/**
 * Someone who goes back to a list by the link of a page is where they left it: at the same height,
 * with the focus on the row that they opened. The browser's own way back does so by itself.
 */
type Place = { readonly scrollY: number; readonly opened: string };

const placeKey = (): string => `place ${location.pathname}${location.search}`;
const backKey = 'back-to-list';

export function keepListPlace(): void {
  restorePlace();
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row] a[href]')];
  for (const link of rows)
    link.addEventListener('click', () =>
      write(placeKey(), { scrollY, opened: link.getAttribute('href') }),
    );
  const back = document.querySelector<HTMLAnchorElement>('.admin-back a');
  back?.addEventListener('click', () => write(backKey, back.href));
}

function restorePlace(): void {
  const isBack = take(backKey) === location.href;
  const place = isBack ? (take(placeKey()) as Place | undefined) : undefined;
  if (!place) return;
  scrollTo({ top: place.scrollY, behavior: 'instant' });
  const opened = `[data-row] a[href="${CSS.escape(place.opened)}"]`;
  document.querySelector<HTMLElement>(opened)?.focus({ preventScroll: true });
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // If the browser keeps nothing the list begins at its top.
  }
}

function take(key: string): unknown {
  try {
    const text = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
