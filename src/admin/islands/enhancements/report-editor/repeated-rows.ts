/** Rows of controls: added, moved, removed, and filled from the columns of a sheet. */
import type { Texts } from '#admin/catalogue/editor/texts.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const listRows = (group: Element): HTMLElement[] => [
  ...group.querySelectorAll<HTMLElement>('[data-row]'),
];
const listControls = (row: Element): Control[] => [
  ...row.querySelectorAll<Control>('input, textarea, select'),
];
const getFirstControl = (row: Element | undefined) =>
  row && listControls(row).find((control) => control.type !== 'hidden');

/** Rows are in a group, whose `data-rows` is what their controls' names begin with. */
export function connectRows(form: HTMLFormElement): void {
  for (const group of form.querySelectorAll<HTMLElement>('[data-rows]')) {
    group.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button) pressButton(group, button);
    });
    group.addEventListener('paste', (event) => pasteCells(group, event));
    group.addEventListener('input', () => showTitles(group));
  }
}

function pressButton(group: HTMLElement, button: HTMLButtonElement): void {
  if (button.matches('[data-add-row]')) {
    const row = addRow(group);
    openRow(row);
    getFirstControl(row)?.focus();
    return;
  }
  const row = button.closest<HTMLElement>('[data-row]');
  const rows = listRows(group).filter(({ hidden }) => !hidden);
  const place = row ? rows.indexOf(row) : -1;
  if (!row || place === -1) return;
  if (button.matches('[data-row-up]')) moveUp(rows, place);
  else if (button.matches('[data-row-remove]')) removeRow(rows, place);
  else return;
  showTitles(group);
  // As if it was typed: the field is saved as a whole.
  group.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The texts of the two rows change places: their names say which comes first. */
function moveUp(rows: readonly HTMLElement[], place: number): void {
  const [row, above] = [rows[place], rows[place - 1]];
  if (!row || !above) return;
  const [texts, others] = [readRow(row), readRow(above)];
  writeRow(above, texts);
  writeRow(row, others);
  openRow(above);
  above.querySelector<HTMLElement>('[data-row-up]')?.focus();
}

/** An empty row is none: it stays hidden, so that the names of the others stay. */
function removeRow(rows: readonly HTMLElement[], place: number): void {
  const row = rows[place];
  if (!row) return;
  writeRow(row, []);
  if (rows.length === 1) return getFirstControl(row)?.focus();
  row.hidden = true;
  const next = rows[place + 1] ?? rows[place - 1];
  next?.querySelector<HTMLElement>('summary, input')?.focus();
}

const readRow = (row: HTMLElement): string[] => listControls(row).map(readControl);
const readControl = (control: Control): string =>
  isCheckbox(control) ? String(control.checked) : control.value;
const isCheckbox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'checkbox';

function writeRow(row: HTMLElement, texts: readonly string[]): void {
  for (const [i, control] of listControls(row).entries())
    if (isCheckbox(control)) control.checked = texts[i] === 'true';
    else control.value = texts[i] ?? '';
}

function openRow(row: HTMLElement | undefined): void {
  if (row instanceof HTMLDetailsElement) row.open = true;
}

/** A closed row shows the name that is typed in its first field. */
function showTitles(group: HTMLElement): void {
  for (const row of listRows(group)) {
    const title = row.querySelector<HTMLElement>('[data-block-title]');
    const name = getFirstControl(row)?.value.trim();
    if (title) title.textContent = name || (title.dataset['blank'] ?? '');
  }
}

/** Cells of a sheet go into the fields from here on, a line of it into each row. */
function pasteCells(group: HTMLElement, event: ClipboardEvent): void {
  const { target } = event;
  const text = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
  const isCell = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  const lines = text.replace(/\n$/, '').split('\n');
  // Several lines belong to one field if it has several lines itself and there are no columns.
  const isTable = text.includes('\t') || (lines.length > 1 && target instanceof HTMLInputElement);
  if (!isCell || !isTable || target.closest('details[data-row]')) return;
  event.preventDefault();
  const row = target.closest<HTMLElement>('[data-row]');
  const column = row ? listControls(row).indexOf(target) : -1;
  const first = row ? listRows(group).indexOf(row) : -1;
  for (const [i, line] of lines.entries()) {
    const filled = listRows(group)[first + i] ?? addRow(group);
    const controls = filled ? listControls(filled).slice(column) : [];
    for (const [j, cell] of line.split('\t').entries()) {
      const control = controls[j];
      if (control && !isCheckbox(control)) control.value = cell.trim();
    }
  }
  group.dispatchEvent(new Event('input', { bubbles: true }));
}

/** There are as many rows as the texts need. */
export function fillRows(box: HTMLElement, texts: Texts): void {
  const groups = box.querySelectorAll<HTMLElement>('[data-rows]');
  for (const group of groups) {
    const path = `${group.dataset['rows']}.`;
    const numbers = Object.keys(texts).flatMap((name) =>
      name.startsWith(path) ? [Number(name.slice(path.length).split('.')[0])] : [],
    );
    const needed = Math.max(-1, ...numbers) + 1;
    while (listRows(group).length < needed) if (!addRow(group)) return;
    for (const row of listRows(group).slice(0, needed)) row.hidden = false;
  }
}

/** Afterwards the closed rows show what was written into them. */
export function showRowTitles(box: HTMLElement): void {
  for (const group of box.querySelectorAll<HTMLElement>('[data-rows]')) showTitles(group);
}

/** A copy of the last row, empty, below it. */
function addRow(group: HTMLElement): HTMLElement | undefined {
  const rows = listRows(group);
  const last = rows.at(-1);
  const copy = last?.cloneNode(true);
  if (!last || !(copy instanceof HTMLElement)) return undefined;
  const path = group.dataset['rows'] ?? '';
  const rename = (text: string): string =>
    text.replace(`${path}.${rows.length - 1}.`, `${path}.${rows.length}.`);
  copy.dataset['row'] = String(rows.length);
  copy.hidden = false;
  for (const element of copy.querySelectorAll<HTMLElement>(
    '[name], [id], [for], [aria-describedby]',
  ))
    for (const name of ['name', 'id', 'for', 'aria-describedby']) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, rename(value));
    }
  for (const picture of copy.querySelectorAll('img')) {
    picture.hidden = true;
    picture.dataset['chartOf'] = rename(picture.dataset['chartOf'] ?? '');
  }
  for (const control of copy.querySelectorAll('[aria-label]')) {
    const label = control.getAttribute('aria-label') ?? '';
    control.setAttribute('aria-label', label.replace(/\d+$/, String(rows.length + 1)));
  }
  writeRow(copy, []);
  last.after(copy);
  showTitles(group);
  return copy;
}
