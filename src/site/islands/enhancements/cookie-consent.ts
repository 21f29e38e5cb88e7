/** The version of the banner's text: a new one asks again. */
const consentTextVersion = '2026-11';

type ConsentChoice = {
  readonly version: string;
  readonly at: string;
  readonly marketing: boolean;
  readonly functional: boolean;
  readonly analytics: boolean;
};

/** What the visitor allowed; everything that is not essential is off until then, and under Global Privacy Control. */
export function getConsent(): Partial<ConsentChoice> {
  try {
    const kept = JSON.parse(localStorage.getItem('cookieChoice') ?? '{}') as Partial<ConsentChoice>;
    return kept.version === consentTextVersion ? kept : {};
  } catch {
    return {};
  }
}

/** The banner shows until a choice was made; the settings open again from the footer at any time. */
export function enhanceCookieBanner(): void {
  const banner = document.getElementById('cookie-banner');
  const settings = document.getElementById('cookie-settings') as HTMLDialogElement | null;
  if (!banner || !settings) return;
  const getCheckbox = (name: string): HTMLInputElement =>
    settings.querySelector(`[name="${name}"]`) as HTMLInputElement;

  const saveChoice = (marketing: boolean, functional: boolean, analytics: boolean): void => {
    const before = getConsent().analytics;
    localStorage.setItem(
      'cookieChoice',
      JSON.stringify({
        version: consentTextVersion,
        at: new Date().toISOString(),
        marketing,
        functional,
        analytics,
      }),
    );
    localStorage.setItem('gdprAccepted', 'true');
    if (!functional) localStorage.removeItem('formDetails');
    banner.hidden = true;
    // A script that runs can't be taken back: the page is loaded again without it.
    if (before && !analytics) location.reload();
    else loadAnalytics();
  };
  const loadAnalytics = (): void => {
    const source = banner.dataset['analytics'];
    if (!source || !getConsent().analytics) return;
    const script = document.createElement('script');
    script.src = source;
    script.async = true;
    document.head.append(script);
  };

  document.addEventListener('click', (event) => {
    const what = (event.target as HTMLElement).closest<HTMLElement>('[data-consent]')?.dataset[
      'consent'
    ];
    if (what === 'accept') saveChoice(true, true, true);
    if (what === 'refuse') saveChoice(false, false, false);
    if (what !== 'settings') return;
    const now = getConsent();
    for (const name of ['marketing', 'functional', 'analytics'] as const)
      getCheckbox(name).checked = now[name] ?? false;
    settings.showModal();
  });
  settings.addEventListener('close', () => {
    if (settings.returnValue !== 'save') return;
    saveChoice(
      getCheckbox('marketing').checked,
      getCheckbox('functional').checked,
      getCheckbox('analytics').checked,
    );
    settings.returnValue = '';
  });
  banner.hidden =
    localStorage.getItem('gdprAccepted') !== null && getConsent().version !== undefined;
  loadAnalytics();
}
