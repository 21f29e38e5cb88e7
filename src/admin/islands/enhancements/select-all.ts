/**
 * The box in the head of a list chooses all of its rows, with Shift all rows from the last one
 * chosen, and the bar of actions says how many are chosen.
 */
export function offerSelectAll(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-selection]'))
    connectForm(form);
}

function connectForm(form: HTMLFormElement): void {
  const all = form.querySelector<HTMLInputElement>('input[data-select-all]');
  const count = form.querySelector<HTMLElement>('[data-selected-count]');
  const listBoxes = (): HTMLInputElement[] => [
    ...form.querySelectorAll<HTMLInputElement>('input[data-select-row]'),
  ];
  let last: HTMLInputElement | undefined;
  const update = (): void => {
    const boxes = listBoxes();
    const chosen = boxes.filter((box) => box.checked).length;
    if (count) count.textContent = String(chosen);
    if (!all) return;
    all.checked = chosen === boxes.length && chosen > 0;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  };
  all?.addEventListener('change', () => {
    for (const box of listBoxes()) box.checked = all.checked;
    update();
  });
  form.addEventListener('click', (event) => {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || !('selectRow' in box.dataset)) return;
    if (event.shiftKey && last) chooseBetween(listBoxes(), last, box);
    last = box;
    update();
  });
  form.addEventListener('change', update);
  // A browser keeps boxes chosen when the page comes back from its history.
  addEventListener('pageshow', update);
  update();
}

function chooseBetween(
  boxes: readonly HTMLInputElement[],
  from: HTMLInputElement,
  to: HTMLInputElement,
): void {
  const ends = [boxes.indexOf(from), boxes.indexOf(to)].toSorted((a, b) => a - b);
  for (const box of boxes.slice(ends[0], (ends[1] ?? 0) + 1)) box.checked = to.checked;
}
