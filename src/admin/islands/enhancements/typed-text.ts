/**
 * Keeps what is typed into a form with `data-keeps-text` until it is saved: on the server, and in
 * this browser until the server has it. It survives an ended session, a closed tab, a killed server,
 * and is there in the person's next browser.
 */
import { formKeyField } from '#admin/frame/form-key.tsx';
import { keptKeyField, keptPlaceField, notTyped } from '#admin/frame/kept-fields.ts';

/** Names of fields to their texts; a text that has an editor also as the editor's tree. */
type Fields = Readonly<Record<string, string>>;
type Kept = { readonly formKey: string; readonly fields: Fields };

/** Pause after the last keystroke before the text is sent. */
const pauseMs = 1000;
/** Pause before a text that could not be sent is sent once more. */
const retryMs = 5000;
/** A server that doesn't answer holds no form up for longer. */
const patienceMs = 3000;
/** Browsers send no more than this while a page goes. */
const maxKeepaliveBytes = 60_000;

const url = '/admin/typed';
const sentKey = 'text-sent';
const treeOf = (name: string): string => `${name} tree`;
export const richTextSelector = 'textarea[data-rich-text-tree]';

const stateWords = {
  kept: 'Draft saved.',
  failed: 'The draft is not saved yet.',
  saved: '',
  'signed-out': 'Not saved: your session has ended. Send your answer, and sign in to go on.',
  refused: 'The draft is not saved.',
} as const;
type SaveState = keyof typeof stateWords;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const readHidden = (form: HTMLFormElement, name: string): string =>
  form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? '';

const listControls = (form: HTMLFormElement): Control[] =>
  [...form.querySelectorAll<Control>('input, textarea, select')].filter(
    ({ name, type }) =>
      name !== '' && !notTyped.has(name) && type !== 'file' && type !== 'password',
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

const isChanged = (control: Control): boolean => readControl(control) !== readStored(control);

function writeControl(control: Control, text: string): void {
  if (control instanceof HTMLInputElement && control.type === 'checkbox')
    control.checked = text === 'true';
  else control.value = text;
}

function readFields(form: HTMLFormElement): Fields {
  const values = listControls(form).map((control) => [control.name, readControl(control)] as const);
  const trees = [...form.querySelectorAll<HTMLTextAreaElement>(richTextSelector)].map(
    (area) => [treeOf(area.name), area.dataset['richTextTree'] ?? '[]'] as const,
  );
  return Object.fromEntries([...values, ...trees]);
}

/** What this browser has, and the server may not have yet. */
function readLocal(key: string): Kept | undefined {
  try {
    const text = localStorage.getItem(key);
    if (text === null) return undefined;
    const { formKey = '', fields, values, trees = {} } = JSON.parse(text) as LocalText;
    // An earlier form of this program kept trees apart.
    const others = Object.entries(trees).map(([name, tree]) => [treeOf(name), tree] as const);
    return { formKey, fields: fields ?? { ...values, ...Object.fromEntries(others) } };
  } catch {
    return undefined;
  }
}

type LocalText = Partial<Kept> & { readonly values?: Fields; readonly trees?: Fields };

/** Undefined forgets it. If the browser keeps nothing, neither does this. */
function writeLocal(key: string, kept: Kept | undefined): void {
  try {
    if (kept) localStorage.setItem(key, JSON.stringify(kept));
    else localStorage.removeItem(key);
  } catch {
    // The storage is full, or switched off.
  }
}

type Remote = { readonly formKey: string; readonly fields: Fields | null };

const isKept = (remote: Remote | null): remote is Kept => remote !== null && remote.fields !== null;

/** What the server has; `fields` are null once the form was saved. Null if it has nothing. */
async function readRemote(place: string): Promise<Remote | null> {
  try {
    const response = await fetch(`${url}?${new URLSearchParams({ place })}`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(patienceMs),
    });
    return response.ok ? ((await response.json()) as Remote | null) : null;
  } catch {
    return null;
  }
}

async function send(place: string, { formKey, fields }: Kept): Promise<SaveState> {
  const typed = JSON.stringify(fields);
  const body = new URLSearchParams({ [keptPlaceField]: place, [keptKeyField]: formKey, typed });
  try {
    const { status, ok } = await fetch(url, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      keepalive: body.toString().length < maxKeepaliveBytes,
    });
    if (ok) return 'kept';
    if (status === 401) return 'signed-out';
    if (status === 409) return 'saved';
    return status < 500 && status !== 429 ? 'refused' : 'failed';
  } catch {
    return 'failed';
  }
}

/** On every page: what was sent by this tab is forgotten here once the server has saved it. */
export async function forgetSavedText(): Promise<void> {
  const key = sessionStorage.getItem(sentKey);
  if (key === null) return;
  const local = readLocal(key);
  if (!local) return sessionStorage.removeItem(sentKey);
  const remote = await readRemote(key.split(' ')[2] ?? '');
  if (remote?.fields === null && remote.formKey === local.formKey) writeLocal(key, undefined);
  sessionStorage.removeItem(sentKey);
}

/** Resolves when what was typed before is back in the form. */
export const keepTypedText = (form: HTMLFormElement): Promise<void> => new KeptForm(form).start();

class KeptForm {
  readonly #form: HTMLFormElement;
  readonly #place: string;
  /** Of the text that the form goes on with, or of its page. */
  #formKey: string;
  readonly #key: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDirty = false;
  #isSaving = false;
  /** Nothing was typed since the form was sent. */
  #isSent = false;

  constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#place = readHidden(form, keptPlaceField);
    this.#formKey = readHidden(form, formKeyField);
    this.#key = `text ${form.dataset['keepsText']} ${this.#place}`;
  }

  async start(): Promise<void> {
    const remote = await readRemote(this.#place);
    const local = readLocal(this.#key);
    const isSaved = remote?.fields === null && remote.formKey === local?.formKey;
    if (isSaved) writeLocal(this.#key, undefined);
    // What this browser still has was never taken by the server: it is the newer one.
    const kept = (isSaved ? undefined : local) ?? (isKept(remote) ? remote : undefined);
    this.#goOnWith(kept?.formKey || this.#formKey);
    if (kept && restoreFields(this.#form, kept.fields)) {
      this.#form.prepend(createNote(() => void this.#discard()));
      this.#touch();
    } else if (listControls(this.#form).some(isChanged)) {
      // Typed before this script was there.
      this.#touch();
    }
    // At each keystroke: a tab that crashes, or is closed on a busy machine, runs nothing any more.
    for (const event of ['input', 'change'])
      this.#form.addEventListener(event, () => this.#touch());
    this.#form.addEventListener('submit', () => this.#noteSent());
    addEventListener('pagehide', () => void this.#save());
  }

  #goOnWith(formKey: string): void {
    this.#formKey = formKey;
    const field = this.#form.querySelector<HTMLInputElement>(`input[name="${keptKeyField}"]`);
    if (field) field.value = formKey;
  }

  #read(): Kept {
    return { formKey: this.#formKey, fields: readFields(this.#form) };
  }

  #touch(): void {
    this.#isDirty = true;
    this.#isSent = false;
    writeLocal(this.#key, this.#read());
    this.#later(pauseMs);
  }

  #later(waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), waitMs);
  }

  /** The form is on its way: the next page asks whether it was saved. */
  #noteSent(): void {
    clearTimeout(this.#timer);
    this.#isDirty = false;
    this.#isSent = true;
    writeLocal(this.#key, this.#read());
    sessionStorage.setItem(sentKey, this.#key);
  }

  async #save(): Promise<void> {
    if (!this.#isDirty || this.#isSaving) return;
    this.#isDirty = false;
    this.#isSaving = true;
    const state = await send(this.#place, this.#read());
    this.#isSaving = false;
    const shown = this.#form.querySelector('[data-draft-state]');
    if (shown) shown.textContent = stateWords[state];
    const wasTyped = this.#isDirty;
    if (state === 'kept' && !wasTyped && sessionStorage.getItem(sentKey) !== this.#key)
      writeLocal(this.#key, undefined);
    if (state === 'saved' && !this.#isSent) {
      // Somebody came back to a form that was saved, and writes on: that is another text.
      this.#goOnWith(`${this.#formKey.slice(0, 36)}-${Date.now().toString(36)}`);
      return this.#touch();
    }
    // What was typed meanwhile, and what could not be saved, goes with the next attempt.
    if (state === 'failed' || state === 'signed-out') this.#isDirty = true;
    if (this.#isDirty) this.#later(wasTyped ? pauseMs : retryMs);
  }

  async #discard(): Promise<void> {
    clearTimeout(this.#timer);
    this.#isDirty = false;
    await send(this.#place, { formKey: this.#formKey, fields: {} });
    writeLocal(this.#key, undefined);
    location.replace(location.href);
  }
}

/** True if the form shows another text now than the page came with. */
function restoreFields(form: HTMLFormElement, fields: Fields): boolean {
  // The form may have been filled again already with what was sent last (send-once.ts).
  const changed = listControls(form).filter((control) => {
    const text = fields[control.name];
    // What is being typed at this moment is newer.
    const isTyping = control === document.activeElement && isChanged(control);
    return text !== undefined && text !== readStored(control) && !isTyping;
  });
  // Which text the form was made from is no text that anybody has typed.
  if (changed.every(({ name }) => name === 'version' || name === 'revision')) return false;
  for (const control of changed) {
    writeControl(control, fields[control.name] ?? '');
    const tree = fields[treeOf(control.name)];
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
