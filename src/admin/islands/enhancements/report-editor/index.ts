/** The editor of a report over its plain form: saves by itself, field by field. */
import {
  isFormField,
  readValue,
  toTexts,
  type FormField,
  type Texts,
} from '#admin/catalogue/editor/field-texts.ts';
import { addRowButtons, fillRows } from './repeated-rows.ts';
import { createSignInDialog } from './sign-in-again.ts';
import { showNote } from './notes.ts';
import { connectOutline } from './outline-field.ts';
import { openPendingStore } from './pending-store.ts';
import { connectRichText, type RichTextField } from './rich-text-field.ts';
import { SaveQueue, type Conflict, type SaveState } from './save-queue.ts';
import { sendChanges } from './send-changes.ts';

const presenceEveryMs = 15_000;

/** Connects the editor of the page; without one nothing happens. */
export async function connectReportEditor(): Promise<void> {
  const root = document.querySelector<HTMLElement>('[data-report-editor]');
  const form = root?.querySelector('form');
  if (!root || !form) return;
  const editor = new ReportEditor(root, form);
  await editor.start();
}

class ReportEditor {
  readonly #form: HTMLFormElement;
  readonly #id: string;
  readonly #currency: string;
  readonly #status: HTMLElement | null;
  readonly #url: string;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #queue: SaveQueue;
  readonly #dialog = createSignInDialog();
  #keep: (path: string, pending: Parameters<SaveQueue['restore']>[1] | undefined) => void =
    () => {};
  #richText: RichTextField | undefined;
  #editors: readonly string[] = [];

  constructor(root: HTMLElement, form: HTMLFormElement) {
    const { reportEditor = '', revision = '1', currency = 'USD', values = '{}' } = root.dataset;
    this.#form = form;
    this.#id = reportEditor;
    this.#currency = currency;
    this.#status = document.querySelector('[data-edit-status]');
    this.#url = `/admin/reports/${reportEditor}/save`;
    this.#values = JSON.parse(values) as Record<string, unknown>;
    this.#queue = new SaveQueue({
      revision: Number(revision),
      values: this.#values,
      read: (path) => (isFormField(path) ? this.#read(path) : null),
      send: (changes, known) => sendChanges(this.#url, changes, known),
      keep: (path, pending) => this.#keep(path, pending),
      onState: (state, message) => this.#showState(state, message),
      onConflict: (conflict) => this.#showConflict(conflict),
      onAnswer: ({ editors }) => (this.#editors = editors),
      after: (ms, run) => void setTimeout(run, ms),
    });
  }

  async start(): Promise<void> {
    const store = await openPendingStore(`report ${this.#id}`);
    this.#keep = store.keep;
    this.#richText = connectRichText(this.#form, {
      url: this.#url,
      value: this.#values['description'],
      onChange: () => this.#touch('description'),
    });
    addRowButtons(this.#form);
    const outline = this.#form.querySelector<HTMLTextAreaElement>('textarea[data-outline]');
    if (outline) connectOutline(outline, this.#url);
    for (const { path, pending } of await store.list()) {
      if (!isFormField(path)) continue;
      this.#write(path, pending.after);
      this.#queue.restore(path, pending);
    }
    this.#form.addEventListener('input', (event) => this.#onInput(event));
    this.#form.addEventListener('change', (event) => this.#onInput(event));
    this.#form.addEventListener('submit', (event) => this.#onSubmit(event));
    document.addEventListener('keydown', (event) => this.#onKey(event));
    addEventListener('focus', () => {
      if (this.#queue.hasUnsaved) void this.#queue.flush();
    });
    addEventListener('pagehide', () => void this.#queue.flush());
    setInterval(() => void this.#announcePresence(), presenceEveryMs);
    this.#form.dataset['connected'] = '';
  }

  #onInput(event: Event): void {
    const box = event.target instanceof Element ? event.target.closest('[data-path]') : null;
    const path = box instanceof HTMLElement ? box.dataset['path'] : undefined;
    if (isFormField(path)) this.#touch(path);
  }

  #touch(path: FormField): void {
    this.#queue.touch(path, performance.now());
  }

  /** The buttons save what is not saved, and go on only where everything is. */
  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    const goesOn =
      event.submitter instanceof HTMLButtonElement && event.submitter.value === 'save-publish';
    void this.#saveAll(goesOn);
  }

  #onKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (event.key !== 's' && event.key !== 'Enter') return;
    event.preventDefault();
    void this.#saveAll(event.key === 'Enter');
  }

  async #saveAll(goesOn: boolean): Promise<void> {
    await this.#queue.flush();
    if (this.#queue.hasUnsaved) await this.#queue.flush();
    if (goesOn && !this.#queue.hasUnsaved) location.assign(`/admin/reports/${this.#id}/publish`);
  }

  #box(path: string): HTMLElement | null {
    return this.#form.querySelector(`[data-path="${CSS.escape(path)}"]`);
  }

  #read(path: FormField): unknown {
    if (path === 'description') return this.#richText?.read() ?? null;
    const texts: Record<string, string> = {};
    const controls = this.#box(path)?.querySelectorAll('input, textarea, select') ?? [];
    for (const control of controls) {
      if (!isControl(control) || control.name === '') continue;
      const isOff =
        control instanceof HTMLInputElement && control.type === 'checkbox' && !control.checked;
      texts[control.name] = isOff ? '' : control.value;
    }
    return readValue(path, texts, {
      currency: this.#currency,
      readHtml: (html) => html,
    });
  }

  /** Only where the person asks for it, or their own text comes back. */
  #write(path: FormField, value: unknown): void {
    if (path === 'description') return this.#richText?.write(value);
    const texts: Texts = toTexts(path, value, this.#currency);
    const box = this.#box(path);
    if (!box) return;
    if (path === 'faqs' || path === 'keyFigures') fillRows(box, path, texts);
    for (const control of box.querySelectorAll('input, textarea, select'))
      if (isControl(control)) writeControl(control, texts[control.name] ?? '');
  }

  #showConflict({ path, theirs, by }: Conflict): void {
    const box = this.#box(path);
    if (!box || !isFormField(path)) return;
    const show = (value: unknown): string =>
      Object.values(toTexts(path, value, this.#currency))
        .filter(Boolean)
        .join('\n');
    showNote(box, {
      text: `${by?.name ?? 'Somebody else'} has changed this while you wrote.`,
      mine: show(this.#read(path)),
      theirs: show(theirs),
      actions: [
        { label: 'Keep mine', run: () => this.#queue.overwrite(path, theirs) },
        {
          label: 'Take theirs',
          run: () => {
            this.#write(path, theirs);
            this.#queue.overwrite(path, theirs);
          },
        },
      ],
    });
  }

  #showState(state: SaveState, message = ''): void {
    if (state === 'signed-out') this.#dialog.open();
    else if (state === 'saved') this.#dialog.close();
    const others = this.#editors.length > 0 ? ` ${this.#editors.join(', ')} edits this too.` : '';
    const texts: Record<SaveState, string> = {
      saved: `Saved ${new Date().toISOString().slice(11, 16)} UTC.${others}`,
      unsaved: 'Not saved yet…',
      saving: 'Saving…',
      unreachable: 'The server does not answer. What you typed is kept here, and saved by itself.',
      'signed-out': 'Signed out. What you typed is kept here, and saved once you are signed in.',
      refused: `Not saved: ${message}`,
    };
    if (!this.#status) return;
    this.#status.dataset['state'] = state;
    this.#status.textContent = texts[state];
  }

  async #announcePresence(): Promise<void> {
    if (document.hidden || this.#queue.hasUnsaved) return;
    const response = await fetch(this.#url, { headers: { accept: 'application/json' } }).catch(
      () => undefined,
    );
    if (!response?.ok) return;
    const { editors } = (await response.json()) as { editors: readonly string[] };
    if (editors.join() === this.#editors.join()) return;
    this.#editors = editors;
    this.#showState('saved');
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

function writeControl(control: Control, text: string): void {
  if (control instanceof HTMLInputElement && control.type === 'checkbox')
    control.checked = text === '1';
  else control.value = text;
}
