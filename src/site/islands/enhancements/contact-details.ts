import { getConsent } from './cookie-consent.ts';

/** Fields that a visitor need not type twice: never a message, never a consent. */
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

/** With consent to functional storage, the form's contact details are kept in this browser. */
export function saveContactDetails(form: HTMLFormElement): void {
  if (!getConsent().functional) return;
  const formData = new FormData(form);
  const details = Object.fromEntries(
    savedFields.flatMap((name) => {
      const value = formData.get(name);
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
  localStorage.setItem(storageKey, JSON.stringify({ ...readSavedDetails(), ...details }));
}

/** Fills the form's empty fields with saved contact details. */
export function prefillContactDetails(form: HTMLFormElement): void {
  if (!getConsent().functional) return;
  for (const [name, value] of Object.entries(readSavedDetails())) {
    const field = form.elements.namedItem(name);
    const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    if (isField && field.value === '') field.value = value;
  }
}

function readSavedDetails(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
