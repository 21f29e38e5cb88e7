/**
 * The table of contents as a tree over its field: entries are typed in lines of their own, moved by
 * Alt and the arrow keys, by Tab, or dragged with all below them. The field keeps the text, so that
 * everything else goes on as without the tree.
 */
import {
  formatOutline,
  indent,
  limitLevels,
  moveDown,
  moveEntry,
  moveUp,
  outdent,
  parseOutline,
  type Moved,
  type Outline,
} from '#admin/catalogue/editor/outline.ts';
import { readPastedLines } from './outline-field.ts';

const maxUndo = 200;
/** Typing after such a pause is undone by itself. */
const pauseMs = 1000;

export function connectContentsTree(area: HTMLTextAreaElement, url: string): void {
  const tree = new ContentsTree(area, url);
  tree.connect();
}

class ContentsTree {
  readonly #area: HTMLTextAreaElement;
  readonly #url: string;
  readonly #view: TreeView;
  readonly #undo: { readonly lines: Outline; readonly index: number }[] = [];
  #lines: Outline = [];
  /** True after Escape, and for who only passes by with the Tab key. */
  #mayLeave = false;
  #isTabbing = false;
  #typedAt = 0;

  constructor(area: HTMLTextAreaElement, url: string) {
    this.#area = area;
    this.#url = url;
    this.#view = createTreeView(area);
  }

  connect(): void {
    const { list, addButton, textButton } = this.#view;
    list.addEventListener('input', (event) => this.#onInput(event));
    list.addEventListener('keydown', (event) => this.#onKey(event));
    list.addEventListener('focusin', ({ relatedTarget }) => {
      this.#mayLeave = this.#isTabbing && this.#view.indexOf(relatedTarget) === -1;
    });
    const isTab = (event: Event): boolean => event instanceof KeyboardEvent && event.key === 'Tab';
    for (const name of ['keydown', 'pointerdown'])
      document.addEventListener(name, (event) => (this.#isTabbing = isTab(event)), true);
    list.addEventListener('paste', (event) => this.#onPaste(event));
    connectDragging(list, (from, place) => this.#apply(moveEntry(this.#lines, from, place)));
    addButton.addEventListener('click', () => this.#insert(this.#lines.length, ['']));
    textButton.addEventListener('click', () => this.#toggleText());
    // Written by the editor: a text that was restored, or that of somebody else.
    this.#area.addEventListener('written', () => this.#load());
    this.#load();
    this.#showTree(true);
  }

  #load(): void {
    this.#lines = parseOutline(this.#area.value);
    if (this.#lines.length === 0) this.#lines = [{ title: '', level: 0 }];
    this.#view.render(this.#lines);
  }

  #toggleText(): void {
    const isText = !this.#area.hidden;
    if (isText) this.#load();
    this.#showTree(isText);
    if (!isText) this.#area.focus();
  }

  #showTree(isShown: boolean): void {
    const { list } = this.#view;
    const id = this.#area.id || list.id;
    // Links of checks lead to what is shown.
    [this.#area.id, list.id] = isShown ? ['', id] : [id, ''];
    this.#area.hidden = isShown;
    this.#view.show(isShown);
  }

  #onInput({ target }: Event): void {
    const index = this.#view.indexOf(target);
    if (!(target instanceof HTMLInputElement) || index === -1) return;
    if (performance.now() - this.#typedAt > pauseMs) this.#remember(index);
    this.#typedAt = performance.now();
    const title = target.value;
    this.#lines = this.#lines.map((line, i) => (i === index ? { ...line, title } : line));
    // The event bubbles to the form, which reads the field.
    this.#area.value = formatOutline(this.#lines);
  }

  #onKey(event: KeyboardEvent): void {
    const { target, key } = event;
    const index = this.#view.indexOf(target);
    if (!(target instanceof HTMLInputElement) || index === -1) return;
    const isTab = key === 'Tab' && !event.ctrlKey && !event.altKey;
    if (isTab && this.#mayLeave) return;
    if (key !== 'Shift') this.#mayLeave = key === 'Escape';
    const action = this.#findAction(event, target, index);
    if (!action) return;
    event.preventDefault();
    action();
  }

  #findAction(event: KeyboardEvent, input: HTMLInputElement, index: number) {
    const { key, altKey, shiftKey } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const lines = this.#lines;
    if (isCommand && key.toLowerCase() === 'z' && !shiftKey) return () => this.#takeBack();
    if (isCommand) return undefined;
    if (altKey) {
      const move = moves[key];
      return move && (() => this.#apply(move(lines, index)));
    }
    if (key === 'Tab') return () => this.#apply((shiftKey ? outdent : indent)(lines, index));
    if (key === 'ArrowUp') return () => this.#view.focus(index - 1);
    if (key === 'ArrowDown') return () => this.#view.focus(index + 1);
    if (key === 'Enter') return () => this.#split(input, index);
    const isEmpty = input.value === '' && lines.length > 1;
    return key === 'Backspace' && isEmpty ? () => this.#remove(index) : undefined;
  }

  /** Makes the text behind the cursor an entry of its own. */
  #split(input: HTMLInputElement, index: number): void {
    const at = input.selectionStart ?? input.value.length;
    const [before, after] = [input.value.slice(0, at), input.value.slice(at)];
    this.#remember(index);
    this.#lines = this.#lines.map((line, i) => (i === index ? { ...line, title: before } : line));
    this.#insert(index + 1, [after]);
    this.#view.focus(index + 1, 'start');
  }

  #insert(index: number, titles: readonly string[]): void {
    const level = this.#lines[index - 1]?.level ?? 0;
    const added = titles.map((title) => ({ title, level }));
    this.#change(this.#lines.toSpliced(index, 0, ...added), index);
  }

  #remove(index: number): void {
    this.#remember(index);
    this.#change(limitLevels(this.#lines.toSpliced(index, 1)), Math.max(0, index - 1));
  }

  #onPaste(event: ClipboardEvent): void {
    const index = this.#view.indexOf(event.target);
    const pasted = index === -1 ? undefined : readPastedLines(event, this.#url);
    if (!pasted) return;
    event.preventDefault();
    void pasted.then(({ lines, text }) => this.#putIn(index, lines ?? parseOutline(text)));
  }

  /** Below the entry, or in its place if it is empty, from its level on. */
  #putIn(index: number, pasted: Outline): void {
    const current = this.#lines[index];
    const base = current?.level ?? 0;
    const added = pasted.map(({ title, level }) => ({ title, level: level + base }));
    const isEmpty = current?.title === '';
    this.#remember(index);
    const start = isEmpty ? index : index + 1;
    const lines = this.#lines.toSpliced(start, isEmpty ? 1 : 0, ...added);
    this.#change(limitLevels(lines), start + Math.max(0, added.length - 1));
  }

  #apply(moved: Moved | undefined): void {
    if (!moved) return;
    this.#remember(moved.index);
    this.#change(moved.lines, moved.index);
    const { level = 0 } = moved.lines[moved.index] ?? {};
    this.#view.say(`Entry ${moved.index + 1} of ${moved.lines.length}, level ${level + 1}.`);
  }

  #change(lines: Outline, index: number): void {
    this.#lines = lines;
    this.#area.value = formatOutline(lines);
    this.#view.render(lines);
    this.#view.focus(index);
    this.#area.dispatchEvent(new Event('input', { bubbles: true }));
  }

  #remember(index: number): void {
    this.#undo.push({ lines: this.#lines, index });
    if (this.#undo.length > maxUndo) this.#undo.shift();
    this.#typedAt = 0;
  }

  #takeBack(): void {
    const last = this.#undo.pop();
    if (last) this.#change(last.lines, Math.min(last.index, last.lines.length - 1));
  }
}

const moves: Readonly<Record<string, typeof indent>> = {
  ArrowUp: moveUp,
  ArrowDown: moveDown,
  ArrowLeft: outdent,
  ArrowRight: indent,
};

/** The lines of a tree as inputs, of which one can be reached by Tab. */
type TreeView = {
  readonly list: HTMLOListElement;
  readonly addButton: HTMLButtonElement;
  /** Between the tree and the field with all lines as text. */
  readonly textButton: HTMLButtonElement;
  readonly render: (lines: Outline) => void;
  readonly show: (isTree: boolean) => void;
  /** The line that an element belongs to; -1 for none. */
  readonly indexOf: (element: EventTarget | null) => number;
  readonly focus: (index: number, caret?: 'start') => void;
  /** For screen readers. */
  readonly say: (text: string) => void;
};

/** Stands below the field, and takes its label. */
function createTreeView(area: HTMLTextAreaElement): TreeView {
  const list = document.createElement('ol');
  list.className = 'edit-tree';
  list.tabIndex = -1;
  const label = document.querySelector(`label[for="${CSS.escape(area.id)}"]`)?.textContent ?? '';
  list.setAttribute('aria-label', label);
  const [addButton, textButton] = [createButton('Add an entry'), createButton('')];
  const bar = document.createElement('div');
  bar.className = 'admin-buttons';
  bar.append(addButton, textButton);
  const status = createStatus();
  area.after(list, bar, status);
  const getInput = (index: number): HTMLInputElement | null | undefined =>
    list.children[index]?.querySelector('input');
  list.addEventListener('focusin', ({ target }) => {
    const current = list.querySelector('input[tabindex="0"]');
    if (!(target instanceof HTMLInputElement) || target === current) return;
    current?.setAttribute('tabindex', '-1');
    target.tabIndex = 0;
  });
  return {
    list,
    addButton,
    textButton,
    render: (lines) => {
      while (list.children.length > lines.length) list.lastElementChild?.remove();
      while (list.children.length < lines.length) list.append(createLine());
      for (const [i, line] of lines.entries()) showLine(list.children[i], i, line);
      if (!list.querySelector('input[tabindex="0"]')) getInput(0)?.setAttribute('tabindex', '0');
    },
    show: (isTree) => {
      list.hidden = !isTree;
      addButton.hidden = !isTree;
      textButton.textContent = isTree ? 'Edit as text' : 'Edit as a tree';
    },
    indexOf: (element) => {
      const line = element instanceof Element ? element.closest('li') : null;
      return line ? [...list.children].indexOf(line) : -1;
    },
    focus: (index, caret) => {
      const input = getInput(index);
      if (!input) return;
      input.focus();
      const end = caret === 'start' ? 0 : input.value.length;
      input.setSelectionRange(end, end);
    },
    say: (text) => (status.textContent = text),
  };
}

function createStatus(): HTMLElement {
  const status = document.createElement('p');
  status.className = 'sr-only';
  status.setAttribute('role', 'status');
  return status;
}

function createButton(text: string): HTMLButtonElement {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'admin-button', textContent: text });
  return button;
}

function createLine(): HTMLLIElement {
  const line = document.createElement('li');
  const handle = document.createElement('span');
  handle.className = 'edit-tree-handle';
  handle.textContent = '⠿';
  handle.title = 'Drag to move';
  handle.setAttribute('aria-hidden', 'true');
  const input = document.createElement('input');
  Object.assign(input, { autocomplete: 'off', spellcheck: true, tabIndex: -1 });
  line.append(handle, input);
  return line;
}

function showLine(
  line: Element | undefined,
  index: number,
  { title, level }: { readonly title: string; readonly level: number },
): void {
  const input = line?.querySelector('input');
  if (!(line instanceof HTMLElement) || !input) return;
  line.style.setProperty('--level', String(level));
  if (input.value !== title) input.value = title;
  input.setAttribute('aria-label', `Entry ${index + 1}, level ${level + 1}`);
}

/** Entries of a list are dragged by their handles: up, down, and to the side for their level. */
type Place = { readonly to: number; readonly level: number };

const levelWidthPx = 22;
/** So near to its edge a list that is longer than its box is scrolled. */
const edgePx = 28;

function connectDragging(list: HTMLOListElement, drop: (from: number, place: Place) => void): void {
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
