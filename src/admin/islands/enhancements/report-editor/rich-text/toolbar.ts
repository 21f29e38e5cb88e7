import type { Editor } from '@tiptap/core';
import { isSafeHref } from '#core/catalogue/rich-text/rich-text.model.ts';
import { choosePicture } from '../../picture-picker/index.ts';
import type { TextCharts } from './charts.ts';

type Tool = {
  readonly label: string;
  /** Spoken and shown as a tip. */
  readonly title: string;
  readonly run: (editor: Editor) => unknown;
  readonly isActive?: (editor: Editor) => boolean;
};

const tools: readonly Tool[] = [
  {
    label: 'B',
    title: 'Bold (Ctrl+B)',
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isActive: (editor) => editor.isActive('bold'),
  },
  {
    label: 'I',
    title: 'Italic (Ctrl+I)',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isActive: (editor) => editor.isActive('italic'),
  },
  { label: 'Link', title: 'Link', run: askForLink, isActive: (editor) => editor.isActive('link') },
  {
    label: 'H2',
    title: 'Heading',
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isActive: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    label: 'H3',
    title: 'Smaller heading',
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
    isActive: (editor) => editor.isActive('heading', { level: 3 }),
  },
  {
    label: '• List',
    title: 'List',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isActive: (editor) => editor.isActive('bulletList'),
  },
  {
    label: '1. List',
    title: 'Numbered list',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isActive: (editor) => editor.isActive('orderedList'),
  },
  {
    label: 'Takeaways',
    title: 'Box of key takeaways',
    run: (editor) => editor.chain().focus().toggleWrap('takeaways').run(),
    isActive: (editor) => editor.isActive('takeaways'),
  },
  {
    label: 'Table',
    title: 'Insert a table',
    run: (editor) =>
      editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    label: '+ Row',
    title: 'Row below',
    run: (editor) => editor.chain().focus().addRowAfter().run(),
  },
  {
    label: '+ Column',
    title: 'Column to the right',
    run: (editor) => editor.chain().focus().addColumnAfter().run(),
  },
  {
    label: '− Row',
    title: 'Delete row',
    run: (editor) => editor.chain().focus().deleteRow().run(),
  },
  {
    label: '− Column',
    title: 'Delete column',
    run: (editor) => editor.chain().focus().deleteColumn().run(),
  },
  { label: 'Caption', title: 'Caption of the table', run: askForCaption },
  { label: 'Picture', title: 'Picture from the media library', run: askForPicture },
  { label: 'Undo', title: 'Undo (Ctrl+Z)', run: (editor) => editor.chain().focus().undo().run() },
  { label: 'Redo', title: 'Redo', run: (editor) => editor.chain().focus().redo().run() },
];

async function askForLink(editor: Editor): Promise<void> {
  const current: unknown = editor.getAttributes('link')['href'];
  const given = await askFor('Link', [
    { name: 'href', label: 'Address', value: typeof current === 'string' ? current : 'https://' },
  ]);
  if (!given) return;
  const href = given['href']?.trim() ?? '';
  if (!isSafeHref(href)) return void editor.chain().focus().unsetLink().run();
  editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
}

/** Of the library; if a picture is chosen in the text, its words are changed. */
async function askForPicture(editor: Editor): Promise<void> {
  const current = editor.isActive('picture') ? editor.getAttributes('picture') : undefined;
  const picture = current ?? (await choosePicture('/admin/media/data'));
  if (!picture) return;
  const text: unknown = current ? current['text'] : picture['alternativeText'];
  const words = await askFor('Picture', [
    {
      name: 'text',
      label: 'What it shows, for readers who can’t see it',
      value: typeof text === 'string' ? text : '',
    },
    {
      name: 'caption',
      label: 'Caption',
      value: typeof current?.['caption'] === 'string' ? current['caption'] : '',
    },
  ]);
  if (!words) return;
  if (current) return void editor.chain().focus().updateAttributes('picture', words).run();
  const attrs = { ...words, name: picture['name'] };
  editor.chain().focus().insertContent({ type: 'picture', attrs }).run();
}

/** Of the report's own series and rankings. */
async function askForChart(editor: Editor, charts: TextCharts): Promise<void> {
  const choices = charts.listCharts();
  if (choices.length === 0)
    return void (await askFor('First add a series or a ranking, further down', []));
  const current: unknown = editor.getAttributes('chart')['key'];
  const value = typeof current === 'string' && editor.isActive('chart') ? current : choices[0]?.key;
  const options = choices.map(({ key, label }) => [key, label] as const);
  const attrs = await askFor('Chart', [
    { name: 'key', label: 'Series or ranking', value: value ?? '', options },
  ]);
  if (!attrs?.['key']) return;
  if (editor.isActive('chart')) editor.chain().focus().updateAttributes('chart', attrs).run();
  else editor.chain().focus().insertContent({ type: 'chart', attrs }).run();
}

/** A table's heading, which readers and screen readers have above it. */
async function askForCaption(editor: Editor): Promise<void> {
  if (!editor.isActive('table')) return;
  const current: unknown = editor.getAttributes('table')['caption'];
  const value = typeof current === 'string' ? current : '';
  const attrs = await askFor('Caption', [{ name: 'caption', label: 'Of the table', value }]);
  if (attrs) editor.chain().focus().updateAttributes('table', attrs).run();
}

const createChartTool = (charts: TextCharts): Tool => ({
  label: 'Chart',
  title: 'Chart of a series or ranking',
  run: (editor) => askForChart(editor, charts),
  isActive: (editor) => editor.isActive('chart'),
});

/** The chart's button is there if there may be charts. */
export function createToolbar(editor: Editor, charts: TextCharts | undefined): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'edit-toolbar';
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', 'Formats (Alt+F10)');
  // The text keeps the focus: keys that follow a press of the mouse at once are not lost.
  bar.addEventListener('mousedown', (event) => event.preventDefault());
  // Beside the picture, before undo and redo.
  const offered = charts ? tools.toSpliced(-2, 0, createChartTool(charts)) : tools;
  const buttons = offered.map((tool) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = tool.label;
    button.title = tool.title;
    button.setAttribute('aria-label', tool.title);
    button.addEventListener('click', () => void tool.run(editor));
    bar.append(button);
    return [button, tool] as const;
  });
  makeOneStop(bar, editor.view.dom);
  editor.on('transaction', () => {
    for (const [button, { isActive }] of buttons)
      if (isActive) button.setAttribute('aria-pressed', String(isActive(editor)));
  });
  return bar;
}

/**
 * The buttons are one stop of the Tab key, with the arrow keys, Home and End between them. Alt+F10
 * leads there from the text, also if Tab goes on to the next cell of a table; Escape leads back.
 */
function makeOneStop(bar: HTMLElement, text: HTMLElement): void {
  const buttons = [...bar.querySelectorAll('button')];
  const setStop = (stop: HTMLElement | undefined): void => {
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  setStop(buttons[0]);
  bar.addEventListener('focusin', ({ target }) => {
    const button = buttons.find((one) => one === target);
    if (button) setStop(button);
  });
  bar.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const current = buttons.findIndex((button) => button === event.target);
    const next = event.key === 'Escape' ? text : findNext(buttons, current, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'F10' || !event.altKey) return;
    event.preventDefault();
    buttons.find(({ tabIndex }) => tabIndex === 0)?.focus();
  });
}

/** Beyond the last comes the first. */
function findNext<T>(items: readonly T[], current: number, key: string): T | undefined {
  if (key === 'ArrowRight') return items[(current + 1) % items.length];
  if (key === 'ArrowLeft') return items.at(current - 1);
  if (key === 'Home') return items[0];
  return key === 'End' ? items.at(-1) : undefined;
}

type Wanted = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** If only these can be chosen: values with their words. */
  readonly options?: readonly (readonly [value: string, label: string])[];
};

/** Asks for some texts in a dialog; undefined if it is cancelled. */
function askFor(
  title: string,
  wanted: readonly Wanted[],
): Promise<Readonly<Record<string, string>> | undefined> {
  const dialog = document.createElement('dialog');
  dialog.className = 'admin-dialog';
  dialog.setAttribute('aria-label', title);
  const form = document.createElement('form');
  form.method = 'dialog';
  form.className = 'admin-form';
  const inputs = wanted.map((one) => {
    const { label } = one;
    const input = createControl(one);
    const field = document.createElement('label');
    field.className = 'field';
    field.append(label, input);
    form.append(field);
    return input;
  });
  const done = document.createElement('button');
  Object.assign(done, { className: 'button', value: 'ok', textContent: title });
  const cancel = document.createElement('button');
  Object.assign(cancel, { className: 'admin-button', value: '', textContent: 'Cancel' });
  const bar = document.createElement('div');
  bar.className = 'admin-buttons';
  bar.append(done, cancel);
  form.append(bar);
  dialog.append(form);
  // Outside of the editor's form, which it must not be sent with.
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      const given = inputs.map(({ name, value }) => [name, value] as const);
      resolve(dialog.returnValue === 'ok' ? Object.fromEntries(given) : undefined);
      dialog.remove();
    });
  });
}

function createControl({ name, value, options }: Wanted): HTMLInputElement | HTMLSelectElement {
  const control = document.createElement(options ? 'select' : 'input');
  if (control instanceof HTMLSelectElement)
    control.append(...(options ?? []).map(([key, label]) => new Option(label, key)));
  return Object.assign(control, { name, value });
}
