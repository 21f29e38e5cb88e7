/** Lines of a tree as inputs, of which one can be reached by Tab. */
import type { Outline } from '#admin/catalogue/editor/outline.ts';

export type TreeView = {
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
export function createTreeView(area: HTMLTextAreaElement): TreeView {
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
