import { getConsent } from './cookie-consent.ts';

/** What a visitor need not type twice: never a message, never a choice of consent. */
const savedFields = [
  'name',
  'email',
  'mobile_no',
  'phone',
  'company_name',
  'designation',
  'country_code',
] as const;
const storageKey = 'formDetails';

/** After a form went well its contact details stay in this browser, for those who allowed functional storage. */
export function saveContactDetails(form: HTMLFormElement): void {
  if (!getConsent().functional) return;
  const given = new FormData(form);
  const details = Object.fromEntries(
    savedFields.flatMap((name) =>
      typeof given.get(name) === 'string' && given.get(name) !== ''
        ? [[name, given.get(name)]]
        : [],
    ),
  );
  localStorage.setItem(storageKey, JSON.stringify({ ...readSavedDetails(), ...details }));
}

/** Fills what is empty with what was kept. */
export function prefillContactDetails(form: HTMLFormElement): void {
  if (!getConsent().functional) return;
  for (const [name, value] of Object.entries(readSavedDetails())) {
    const field = form.elements.namedItem(name);
    if (
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) &&
      field.value === ''
    )
      field.value = value;
  }
}

function readSavedDetails(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
