const storageKey = 'typed';

type TypedForm = {
  readonly page: string;
  readonly form: number;
  readonly values: [name: string, value: string][];
};

type TypedField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Fields that a visitor types into or chooses from; never passwords or files. */
const typedFields = [
  'input:not([type=hidden], [type=password], [type=file], [type=checkbox], [type=radio])',
  'select',
  'textarea',
].join();

const listFields = (form: HTMLFormElement): TypedField[] => [
  ...form.querySelectorAll<TypedField>(typedFields),
];

/** Keeps what is typed in a form that is being sent, for this tab: the line may be cut. */
export function keepTyped(form: HTMLFormElement): void {
  const kept: TypedForm = {
    page: location.pathname,
    form: [...document.forms].indexOf(form),
    values: listFields(form).map(({ name, value }) => [name, value]),
  };
  sessionStorage.setItem(storageKey, JSON.stringify(kept));
}

/**
 * Fills the form that was sent last with what was typed, if the visitor comes back to it and it
 * was never answered. What they typed meanwhile stays.
 */
export function restoreTyped(): void {
  const kept = readKept();
  if (!kept) return;
  if (isAnswered()) return sessionStorage.removeItem(storageKey);
  const form = kept.page === location.pathname ? document.forms[kept.form] : undefined;
  if (!form) return;
  // By name: the page may have put its fields into another order meanwhile.
  const values = new Map(kept.values);
  for (const field of listFields(form))
    if (isUntouched(field)) field.value = values.get(field.name) ?? field.value;
}

/** True if this page is what the server answered; an error of its own is no answer. */
function isAnswered(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  if (!(navigation instanceof PerformanceNavigationTiming)) return true;
  const isAnswer = 'answer' in document.documentElement.dataset || navigation.redirectCount > 0;
  return isAnswer && navigation.responseStatus < 500;
}

const isUntouched = (field: TypedField): boolean =>
  field instanceof HTMLSelectElement
    ? field.selectedIndex <= 0 || field.selectedOptions[0]?.defaultSelected === true
    : field.value === field.defaultValue;

function readKept(): TypedForm | undefined {
  try {
    return (
      (JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as TypedForm | null) ?? undefined
    );
  } catch {
    return undefined;
  }
}
