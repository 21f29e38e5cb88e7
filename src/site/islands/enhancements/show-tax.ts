type Shown = {
  readonly lines: readonly { readonly label: string; readonly amount: string }[];
  readonly total: string;
  readonly exactTotal: string;
  /** Said of a tax number that does not count; '' for any other. */
  readonly note: string;
};

/** The checkout's tax and total follow the country and the VAT number, if the store has a tax. */
export function showTax(): void {
  const total = document.querySelector<HTMLInputElement>('form input[name="total"]');
  const form = total?.form;
  if (!total || !form) return;
  let asked = 0;
  const update = async (): Promise<void> => {
    const request = ++asked;
    const shown = await fetchQuote(form);
    if (!shown || request !== asked) return;
    total.value = shown.exactTotal;
    for (const element of document.querySelectorAll('[data-total]'))
      element.textContent = shown.total;
    for (const lines of document.querySelectorAll('[data-tax-lines]')) fillLines(lines, shown);
    for (const note of document.querySelectorAll('[data-tax-note]'))
      if (note.textContent !== shown.note) note.textContent = shown.note;
  };
  form.addEventListener('change', ({ target }) => {
    if (isTaxField(target)) void update();
  });
  if (hasChosenEarly(form)) void update();
}

const taxFields = ['country', 'zip', 'city', 'tax_id', 'buyer_type'];

const isTaxField = (target: EventTarget | null): boolean =>
  (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) &&
  taxFields.includes(target.name);

/** True if a field is not as the page was sent: chosen before this script came. */
function hasChosenEarly(form: HTMLFormElement): boolean {
  const country = form.querySelector<HTMLSelectElement>('#country');
  const isOtherCountry = country?.selectedOptions[0]?.defaultSelected === false;
  const isChanged = (input: HTMLInputElement): boolean =>
    input.value !== input.defaultValue || input.checked !== input.defaultChecked;
  const inputs = [...form.querySelectorAll<HTMLInputElement>('input')].filter(isTaxField);
  return isOtherCountry || inputs.some(isChanged);
}

/** Without an answer the total stays, and the server asks before it takes another one. */
async function fetchQuote(form: HTMLFormElement): Promise<Shown | undefined> {
  const query = new URLSearchParams();
  const values = new FormData(form);
  for (const name of ['report_id', 'type', ...taxFields]) {
    const value = values.get(name);
    query.set(name, typeof value === 'string' ? value : '');
  }
  const response = await fetch(`/data/quote?${query}`).catch(() => undefined);
  return response?.ok ? ((await response.json()) as Shown) : undefined;
}

function fillLines(container: Element, { lines }: Shown): void {
  const [row] = container.children;
  if (!row) return;
  container.replaceChildren(
    ...lines.map(({ label, amount }) => {
      const copy = row.cloneNode(true) as Element;
      const [name, value] = copy.children;
      if (name) name.textContent = label;
      if (value) value.textContent = amount;
      return copy;
    }),
  );
}
