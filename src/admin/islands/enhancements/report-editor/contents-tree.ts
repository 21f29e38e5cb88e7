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
import { connectDragging } from './drag-entries.ts';
import { readPastedLines } from './outline-field.ts';
import { createTreeView, type TreeView } from './tree-view.ts';

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

  /** What is behind the cursor becomes an entry of its own. */
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

  /** Below the entry, or in its place where it is empty, from its level on. */
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
