import { renderRichTextHtml } from '#core/catalogue/rich-text/rich-text-html.model.ts';
import type { RichText } from '#core/catalogue/rich-text/rich-text.model.ts';
import { keepText, noteSentText, readKeptText, type KeptText } from './kept-text.ts';

/** Long texts have an editor, and what is typed is kept until it is saved. */
export function connectTextForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-keeps-text]'))
    keepTextOf(form);
  for (const area of document.querySelectorAll<HTMLTextAreaElement>(richTextSelector))
    void openEditor(area);
}

const richTextSelector = 'textarea[data-rich-text-tree]';
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fields whose text is kept: no files, no buttons, nothing that says which form it is. */
const listControls = (form: HTMLFormElement): Control[] =>
  [...form.querySelectorAll<Control>('input, textarea, select')].filter(
    ({ name, type }) => name !== '' && name !== 'intent' && type !== 'file',
  );

const readControl = (control: Control): string =>
  control instanceof HTMLInputElement && control.type === 'checkbox'
    ? String(control.checked)
    : control.value;

/** Returns the value that the page came with, whatever is in the field since. */
function readStored(control: Control): string {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
  }
  return control instanceof HTMLInputElement && control.type === 'checkbox'
    ? String(control.defaultChecked)
    : control.defaultValue;
}

function writeControl(control: Control, text: string): void {
  if (control instanceof HTMLInputElement && control.type === 'checkbox')
    control.checked = text === 'true';
  else control.value = text;
}

function readText(form: HTMLFormElement): KeptText {
  const values = listControls(form).map((control) => [control.name, readControl(control)] as const);
  const trees = [...form.querySelectorAll<HTMLTextAreaElement>(richTextSelector)].map(
    (area) => [area.name, area.dataset['richTextTree'] ?? '[]'] as const,
  );
  return { values: Object.fromEntries(values), trees: Object.fromEntries(trees) };
}

function keepTextOf(form: HTMLFormElement): void {
  const key = `text ${form.dataset['keepsText']} ${location.pathname}`;
  const discard = (): void => {
    keepText(key, undefined);
    location.replace(location.href);
  };
  if (restoreText(form, key)) form.prepend(createNote(discard));
  // At each keystroke: a tab that crashes, or is closed on a busy machine, runs nothing any more.
  const keep = (): void => keepText(key, readText(form));
  form.addEventListener('input', keep);
  form.addEventListener('change', keep);
  form.addEventListener('submit', () => {
    keep();
    noteSentText(key);
  });
}

/** True if the form shows another text now than the page came with. */
function restoreText(form: HTMLFormElement, key: string): boolean {
  const kept = readKeptText(key);
  if (!kept) return false;
  // The form may have been filled again already with what was sent last (send-once.ts).
  const changed = listControls(form).filter((control) => {
    const text = kept.values[control.name];
    return text !== undefined && text !== readStored(control);
  });
  // Which text the form was made from is no text that anybody has typed.
  const isSame = changed.every(({ name }) => name === 'version' || name === 'revision');
  if (isSame) keepText(key, undefined);
  if (isSame) return false;
  for (const control of changed) {
    writeControl(control, kept.values[control.name] ?? '');
    const tree = kept.trees[control.name];
    if (tree !== undefined) control.dataset['richTextTree'] = tree;
  }
  return true;
}

function createNote(discard: () => void): HTMLElement {
  const note = document.createElement('div');
  note.className = 'admin-flash admin-kept';
  note.setAttribute('role', 'status');
  const text = document.createElement('span');
  text.textContent = 'What you typed here before is back in the form. It is not saved yet.';
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'admin-button';
  button.textContent = 'Discard it';
  button.addEventListener('click', discard);
  note.append(text, button);
  return note;
}

async function loadEditor(area: HTMLTextAreaElement) {
  try {
    return await import('./report-editor/rich-text/open-editor.ts');
  } finally {
    area.readOnly = false;
  }
}

/** If the editor can't be loaded the field stays as it is, for HTML. */
async function openEditor(area: HTMLTextAreaElement): Promise<void> {
  const tree = JSON.parse(area.dataset['richTextTree'] ?? '[]') as RichText;
  // It is replaced: nothing that is typed meanwhile would be seen again.
  area.readOnly = true;
  const { openRichTextEditor } = await loadEditor(area);
  openRichTextEditor(area, tree, (next) => {
    area.value = renderRichTextHtml(next, { pictureUrl: (name) => `/picture/${name}` });
    area.dataset['richTextTree'] = JSON.stringify(next);
    area.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
