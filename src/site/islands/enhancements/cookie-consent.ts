/** The version of the banner's text: a new one asks again. */
const consentTextVersion = '2026-11';

const categories = ['marketing', 'functional', 'analytics'] as const;
type SavedChoice = Readonly<Record<(typeof categories)[number], boolean>> & {
  readonly version: string;
  readonly at: string;
};
type IsAllowed = (category: string) => boolean;

/**
 * Returns the visitor's choice of cookies. Nothing until a choice was made, and nothing of an older
 * text.
 */
export function getConsent(): Partial<SavedChoice> {
  try {
    const saved = JSON.parse(localStorage.getItem('cookieChoice') ?? '{}') as Partial<SavedChoice>;
    return saved.version === consentTextVersion ? saved : {};
  } catch {
    return {};
  }
}

/** The banner shows until a choice was made; the footer opens the settings again at any time. */
export function enhanceCookieBanner(): void {
  const banner = document.getElementById('cookie-banner');
  const settings = document.getElementById('cookie-settings') as HTMLDialogElement | null;
  const form = settings?.querySelector('form');
  if (!banner || !settings || !form) return;
  const applyChoice = (isAllowed: IsAllowed): void => {
    const ranAnalytics = getConsent().analytics;
    saveChoice(isAllowed);
    banner.hidden = true;
    // A script that runs can't be stopped: the page is loaded again without it.
    if (ranAnalytics && !isAllowed('analytics')) location.reload();
    else loadAnalytics(banner.dataset['analytics']);
  };
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-consent]');
    const intent = button?.dataset['consent'];
    if (intent === 'accept') applyChoice(() => true);
    if (intent === 'refuse') applyChoice(() => false);
    if (intent !== 'settings') return;
    showSavedChoice(form);
    settings.showModal();
  });
  settings.addEventListener('close', () => {
    if (settings.returnValue !== 'save') return;
    const checked = new FormData(form);
    applyChoice((category) => checked.has(category));
    settings.returnValue = '';
  });
  banner.hidden =
    localStorage.getItem('gdprAccepted') !== null && getConsent().version !== undefined;
  loadAnalytics(banner.dataset['analytics']);
}

function saveChoice(isAllowed: IsAllowed): void {
  const choice = {
    version: consentTextVersion,
    at: new Date().toISOString(),
    ...Object.fromEntries(categories.map((category) => [category, isAllowed(category)])),
  };
  localStorage.setItem('cookieChoice', JSON.stringify(choice));
  localStorage.setItem('gdprAccepted', 'true');
  if (!isAllowed('functional')) localStorage.removeItem('formDetails');
}

function showSavedChoice(form: HTMLFormElement): void {
  const consent = getConsent();
  for (const category of categories)
    (form.elements.namedItem(category) as HTMLInputElement).checked = consent[category] ?? false;
}

function loadAnalytics(scriptUrl: string | undefined): void {
  if (!scriptUrl || !getConsent().analytics) return;
  const script = document.createElement('script');
  script.src = scriptUrl;
  script.async = true;
  document.head.append(script);
}
