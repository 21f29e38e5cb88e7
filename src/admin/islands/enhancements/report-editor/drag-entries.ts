/** Entries of a list are dragged by their handles: up, down, and to the side for their level. */
export type Place = { readonly to: number; readonly level: number };

const levelWidthPx = 22;
/** So near to its edge a list that is longer than its box is scrolled. */
const edgePx = 28;

export function connectDragging(
  list: HTMLOListElement,
  drop: (from: number, place: Place) => void,
): void {
  list.addEventListener('pointerdown', (event) => {
    const handle =
      event.target instanceof Element ? event.target.closest('.edit-tree-handle') : null;
    const line = handle?.closest('li');
    if (!handle || !line || event.button !== 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    dragLine(list, line, { handle, startX: event.clientX, drop });
  });
}

type Drag = {
  readonly handle: Element;
  readonly startX: number;
  readonly drop: (from: number, place: Place) => void;
};

function dragLine(
  list: HTMLOListElement,
  line: HTMLLIElement,
  { handle, startX, drop }: Drag,
): void {
  const from = [...list.children].indexOf(line);
  const level = Number(line.style.getPropertyValue('--level'));
  let place: Place = { to: from, level };
  line.dataset['dragged'] = '';
  const move = (event: Event): void => {
    if (!(event instanceof PointerEvent)) return;
    scrollAtEdge(list, event.clientY);
    const to = findPlace(list, event.clientY);
    place = { to, level: Math.max(0, level + Math.round((event.clientX - startX) / levelWidthPx)) };
    showPlace(list, place);
  };
  const end = ({ type }: Event): void => {
    for (const name of ['pointermove', 'pointerup', 'pointercancel'])
      handle.removeEventListener(name, name === 'pointermove' ? move : end);
    delete line.dataset['dragged'];
    showPlace(list, undefined);
    if (type === 'pointerup') drop(from, place);
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('pointerup', end);
  handle.addEventListener('pointercancel', end);
}

/** The line before which an entry falls at this height. */
function findPlace(list: HTMLOListElement, y: number): number {
  const lines = [...list.children];
  const index = lines.findIndex((line) => {
    const { top, height } = line.getBoundingClientRect();
    return y < top + height / 2;
  });
  return index === -1 ? lines.length : index;
}

function showPlace(list: HTMLOListElement, place: Place | undefined): void {
  for (const line of list.querySelectorAll<HTMLElement>('[data-drop]')) delete line.dataset['drop'];
  if (!place) return;
  const target = list.children[place.to] ?? list.lastElementChild;
  if (!(target instanceof HTMLElement)) return;
  target.dataset['drop'] = place.to < list.children.length ? 'above' : 'below';
  list.style.setProperty('--drop-level', String(place.level));
}

function scrollAtEdge(list: HTMLOListElement, y: number): void {
  const { top, bottom } = list.getBoundingClientRect();
  if (y < top + edgePx) list.scrollTop -= edgePx / 2;
  else if (y > bottom - edgePx) list.scrollTop += edgePx / 2;
}
