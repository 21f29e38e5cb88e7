type Shown = {
  readonly lines: readonly { readonly label: string; readonly amount: string }[];
  readonly total: string;
  readonly exactTotal: string;
};

/** The checkout's tax and total follow the country and the VAT number, where the store has a tax. */
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
  };
  form.addEventListener('change', ({ target }) => {
    if (target instanceof Element && /^(country|tax_id)$/.test(target.id)) void update();
  });
  if (hasChosenEarly(form)) void update();
}

/** True where country or VAT number are not those of the page: chosen before this script came. */
function hasChosenEarly(form: HTMLFormElement): boolean {
  const country = form.querySelector<HTMLSelectElement>('#country');
  const taxId = form.querySelector<HTMLInputElement>('#tax_id');
  const isOtherCountry = country?.selectedOptions[0]?.defaultSelected === false;
  return isOtherCountry || taxId?.value !== taxId?.defaultValue;
}

/** Without an answer the total stays, and the server asks before it takes another one. */
async function fetchQuote(form: HTMLFormElement): Promise<Shown | undefined> {
  const query = new URLSearchParams();
  for (const name of ['report_id', 'type', 'country', 'tax_id'])
    query.set(name, form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? '');
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
