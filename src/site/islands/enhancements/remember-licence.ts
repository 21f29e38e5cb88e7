const getStorageKey = (reportCode: string): string => `licence ${reportCode}`;

/**
 * A licence that was chosen for a report stays chosen, for this visit, on every page that offers
 * the report and in its links to the checkout.
 */
export function rememberLicence(): void {
  document.querySelectorAll<HTMLFormElement>('form[data-offer]').forEach(rememberChoice);
  document.querySelectorAll<HTMLAnchorElement>('a[href^="/buy-now?"]').forEach(applyChoiceToLink);
}

function rememberChoice(form: HTMLFormElement): void {
  const key = getStorageKey(form.dataset['offer'] ?? '');
  const save = (): void => {
    const licence = new FormData(form).get('type');
    if (typeof licence === 'string') sessionStorage.setItem(key, licence);
  };
  form.addEventListener('change', save);
  if (hasChosenEarly(form)) return save();
  const savedLicence = sessionStorage.getItem(key);
  const radio =
    savedLicence &&
    form.querySelector<HTMLInputElement>(`input[name="type"][value="${CSS.escape(savedLicence)}"]`);
  if (radio) radio.checked = true;
}

/**
 * True if a licence was chosen while this script was on its way. On the way back it is the
 * browser that puts an old choice into the form.
 */
function hasChosenEarly(form: HTMLFormElement): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  if ((navigation as PerformanceNavigationTiming | undefined)?.type !== 'navigate') return false;
  const radios = form.querySelectorAll<HTMLInputElement>('input[name="type"]');
  return [...radios].some((radio) => radio.checked && !radio.defaultChecked);
}

function applyChoiceToLink(link: HTMLAnchorElement): void {
  const url = new URL(link.href);
  const savedLicence = sessionStorage.getItem(getStorageKey(url.searchParams.get('id') ?? ''));
  if (!savedLicence) return;
  url.searchParams.set('type', savedLicence);
  link.href = url.href;
}
