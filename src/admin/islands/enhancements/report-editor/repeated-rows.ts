/** Rows of small fields: more of them, by the button below or for a longer text. */
import type { Texts } from '#admin/catalogue/editor/field-texts.ts';

export function addRowButtons(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>('button[data-add-row]'))
    button.addEventListener('click', () => {
      const box = button.closest<HTMLElement>('[data-path]');
      const row = box && addRow(box);
      row?.querySelector<HTMLElement>('input, textarea')?.focus();
    });
}

/** There are as many rows as the texts need. */
export function fillRows(box: HTMLElement, path: string, texts: Texts): void {
  const numbers = Object.keys(texts).map((name) =>
    Number(name.slice(path.length + 1).split('.')[0]),
  );
  const needed = Math.max(0, ...numbers) + 1;
  while (box.querySelectorAll('[data-row]').length < needed) if (!addRow(box)) return;
}

/** A copy of the last row, empty, below it. */
function addRow(box: HTMLElement): HTMLElement | undefined {
  const rows = box.querySelectorAll<HTMLElement>('[data-row]');
  const last = rows[rows.length - 1];
  const copy = last?.cloneNode(true);
  if (!last || !(copy instanceof HTMLElement)) return undefined;
  const [from, to] = [`.${rows.length - 1}.`, `.${rows.length}.`];
  copy.dataset['row'] = String(rows.length);
  for (const control of copy.querySelectorAll<HTMLInputElement>('input, textarea')) {
    control.name = control.name.replace(from, to);
    const label = control.getAttribute('aria-label') ?? '';
    control.setAttribute('aria-label', label.replace(/\d+$/, String(rows.length + 1)));
    if (control.type === 'checkbox') control.checked = false;
    else control.value = '';
  }
  last.after(copy);
  return copy;
}
