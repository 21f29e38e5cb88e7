/** Longest pause between `g` and the letter after it. */
const sequenceMs = 1500;

/**
 * Ctrl+K searches everything, and Ctrl+Enter presses what has it in `data-key`. Single letters,
 * unless they are switched off: `g` and a letter go to a screen, `j` and `k` walk through rows, `x`
 * chooses one, `/` filters, `?` helps, and a page's own letters press what has them in `data-key`.
 */
export function offerShortcuts(): void {
  let isGoing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const endGoing = (): void => {
    clearTimeout(timer);
    isGoing = false;
  };
  addEventListener('keydown', (event) => {
    if (isSearchShortcut(event)) return runAction(event, focusSearch);
    // Not a key that is still held from the page before.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat)
      return runAction(event, () => useElement('Ctrl+Enter'));
    if (event.ctrlKey || event.metaKey || event.altKey || !hasLetters() || isTyping(event)) return;
    if (isGoing) {
      endGoing();
      return runAction(event, () => goTo(event.key));
    }
    if (event.key === 'g') {
      isGoing = true;
      timer = setTimeout(endGoing, sequenceMs);
      return;
    }
    runAction(event, actions.get(event.key) ?? (() => useElement(event.key)));
  });
}

/** The key does nothing else if the action found something to do. */
function runAction(event: KeyboardEvent, action: () => boolean): void {
  if (action()) event.preventDefault();
}

const isSearchShortcut = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey);

const hasLetters = (): boolean => document.querySelector('[data-letter-shortcuts]') !== null;

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog[open]',
  ) !== null;

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#admin-search');
  field?.focus();
  field?.select();
  return field !== null;
}

function goTo(key: string): boolean {
  const link = document.querySelector<HTMLAnchorElement>(`[data-go="${CSS.escape(key)}"]`);
  link?.click();
  return link !== null;
}

/** Uses the element with this `data-key`: a field gets the focus, a link or button is pressed. */
function useElement(key: string): boolean {
  const element = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
  if (element?.matches('input, textarea, select')) element.focus();
  else element?.click();
  return element !== null;
}

const listRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const findCurrentRow = (rows: readonly HTMLElement[]): number =>
  rows.findIndex((row) => row.contains(document.activeElement));

/** The focus moves to the link of the row, so that Enter opens it. */
function walkRows(step: number): boolean {
  const rows = listRows();
  const current = findCurrentRow(rows);
  const next = rows[current === -1 ? 0 : Math.min(rows.length - 1, Math.max(0, current + step))];
  const link = next?.querySelector<HTMLElement>('th a') ?? next?.querySelector('a');
  (link ?? next?.querySelector('input'))?.focus();
  return next !== undefined;
}

function chooseRow(): boolean {
  const rows = listRows();
  const box = rows[findCurrentRow(rows)]?.querySelector<HTMLInputElement>('[data-select-row]');
  box?.click();
  return box !== null && box !== undefined;
}

function focusFilter(): boolean {
  const field = document.querySelector<HTMLInputElement>('.admin-filters input:not([type=hidden])');
  field?.focus();
  return field !== null;
}

function openHelp(): boolean {
  const dialog = document.querySelector<HTMLDialogElement>('#admin-shortcuts');
  dialog?.showModal();
  return dialog !== null;
}

const actions: ReadonlyMap<string, () => boolean> = new Map([
  ['j', () => walkRows(1)],
  ['k', () => walkRows(-1)],
  ['x', chooseRow],
  ['/', focusFilter],
  ['?', openHelp],
]);
