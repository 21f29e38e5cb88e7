import { allowed } from './consent.ts';

/** What a visitor need not type twice: never a message, never a choice of consent. */
const kept = [
  'name',
  'email',
  'mobile_no',
  'phone',
  'company_name',
  'designation',
  'country_code',
] as const;
const key = 'formDetails';

/** After a form went well its contact details stay in this browser, for those who allowed functional storage. */
export function keepDetails(form: HTMLFormElement): void {
  if (!allowed().functional) return;
  const given = new FormData(form);
  const details = Object.fromEntries(
    kept.flatMap((name) =>
      typeof given.get(name) === 'string' && given.get(name) !== ''
        ? [[name, given.get(name)]]
        : [],
    ),
  );
  localStorage.setItem(key, JSON.stringify({ ...known(), ...details }));
}

/** Fills what is empty with what was kept. */
export function fillKnown(form: HTMLFormElement): void {
  if (!allowed().functional) return;
  for (const [name, value] of Object.entries(known())) {
    const field = form.elements.namedItem(name);
    if (
      (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) &&
      field.value === ''
    )
      field.value = value;
  }
}

function known(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}
