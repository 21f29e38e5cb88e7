import { spreadPeriod } from '#admin/catalogue/editor/period.ts';

/** A whole period that is typed into its first field goes into the fields of its years. */
export function connectPeriod(form: HTMLFormElement): void {
  const find = (name: string): HTMLInputElement | undefined => {
    const control = form.elements.namedItem(name);
    return control instanceof HTMLInputElement ? control : undefined;
  };
  find('periodFrom')?.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    for (const [name, text] of Object.entries(spreadPeriod({ periodFrom: target.value }) ?? {})) {
      const control = find(name);
      if (!control) continue;
      control.value = text;
      control.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
}
