/** The editor of a report over its plain form: saves by itself, field by field. */
import { isDraftField, type DraftField } from '#core/catalogue/fields/report-fields.model.ts';
import { formatHourIn } from '#core/kernel/time-zone.model.ts';
import type { SavedFields } from '#core/catalogue/index.ts';
import { connectRows } from './repeated-rows.ts';
import { connectContentsTree } from './contents-tree.ts';
import { connectDataControls, type DataControls } from './data-controls.ts';
import { FieldControls } from './field-controls.ts';
import { createSignInDialog } from './sign-in-again.ts';
import { connectOutline } from './outline-field.ts';
import { openPendingStore, type LeftChange } from './pending-store.ts';
import { connectRichText } from './rich-text-field.ts';
import { SaveQueue, type Conflict, type SaveState } from './save-queue.ts';
import { isSameValue } from './same-value.ts';
import { sendChanges } from './send-changes.ts';
import { spreadPeriod } from '#admin/catalogue/editor/period.ts';

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
  readonly #fields: FieldControls;
  readonly #id: string;
  readonly #staffId: string;
  readonly #status: HTMLElement | null;
  readonly #url: string;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #queue: SaveQueue;
  readonly #dialog = createSignInDialog();
  #keep: (path: string, pending: Parameters<SaveQueue['restore']>[1] | undefined) => void =
    () => {};
  #data: DataControls | undefined;
  #editors: readonly string[] = [];

  constructor(root: HTMLElement, form: HTMLFormElement) {
    const { reportEditor = '', revision = '1', currency = 'USD', values = '{}' } = root.dataset;
    this.#staffId = root.dataset['staff'] ?? '';
    this.#form = form;
    this.#id = reportEditor;
    this.#fields = new FieldControls(form, currency);
    this.#status = document.querySelector('[data-edit-status]');
    this.#url = `/admin/reports/${reportEditor}/save`;
    this.#values = JSON.parse(values) as Record<string, unknown>;
    this.#queue = new SaveQueue({
      revision: Number(revision),
      values: this.#values,
      read: (path) => (isDraftField(path) ? this.#fields.read(path) : null),
      send: (changes, known) => sendChanges(this.#url, changes, known),
      keep: (path, pending) => this.#keep(path, pending),
      onState: (state, message) => this.#showState(state, message),
      onConflict: (conflict) => this.#showConflict(conflict),
      onAnswer: (answer) => this.#receive(answer),
      after: (ms, run) => void setTimeout(run, ms),
    });
  }

  async start(): Promise<void> {
    const store = await openPendingStore(`report ${this.#id} of ${this.#staffId}`);
    this.#keep = store.keep;
    const { revision } = this.#queue;
    this.#data = connectDataControls(this.#form, { reportId: this.#id, revision });
    this.#fields.richText = connectRichText(this.#form, {
      charts: this.#data,
      url: this.#url,
      value: this.#values['description'],
      onChange: () => this.#touch('description'),
    });
    connectRows(this.#form);
    connectPeriod(this.#form);
    connectAddLines(this.#form);
    const outline = this.#form.querySelector<HTMLTextAreaElement>('textarea[data-outline]');
    if (outline) {
      connectOutline(outline, this.#url);
      connectContentsTree(outline, this.#url);
    }
    for (const left of await store.takeOver()) this.#restore(left);
    this.#form.addEventListener('input', (event) => this.#onInput(event));
    this.#form.addEventListener('change', (event) => this.#onInput(event));
    this.#form.addEventListener('submit', (event) => this.#onSubmit(event));
    document.addEventListener('keydown', (event) => this.#onKey(event));
    addEventListener('focus', () => {
      if (this.#queue.hasUnsaved) void this.#queue.flush();
    });
    addEventListener('pagehide', () => void this.#queue.flush());
    setInterval(() => void this.#announcePresence(), presenceEveryMs);
    this.#touchTyped();
    this.#form.dataset['connected'] = '';
  }

  /** Notices the fields that were changed before this script was there. */
  #touchTyped(): void {
    for (const control of this.#form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      '[data-path] :is(input:not([type=checkbox]), textarea)',
    )) {
      const path = control.closest<HTMLElement>('[data-path]')?.dataset['path'];
      const isTyped = control.name !== '' && control.value !== control.defaultValue;
      if (isTyped && isDraftField(path) && path !== 'description') this.#touch(path);
    }
  }

  /** Puts text that was typed and never saved back into its field. */
  #restore({ path, pending, earlier }: LeftChange): void {
    if (!isDraftField(path)) return;
    this.#fields.write(path, pending.after);
    this.#queue.restore(path, pending);
    const [other] = earlier.filter(({ value }) => !isSameValue(value, pending.after));
    for (const { value, forget } of earlier) if (value !== other?.value) forget();
    if (!other) return;
    const { value, forget } = other;
    const take = (): void => {
      this.#fields.write(path, value);
      this.#touch(path);
      forget();
    };
    this.#note(path, value, 'This text was typed in another window and never saved.', [
      { label: 'Use that text', run: take },
      { label: 'Discard it', run: forget },
    ]);
  }

  #receive(answer: SavedFields): void {
    const { editors, saved, revision, conflicts, changedByOthers } = answer;
    this.#editors = editors;
    showPlanNote(this.#form, answer);
    if (saved.includes('data')) this.#data?.showCharts(revision);
    for (const { path, value, by } of changedByOthers) {
      if (conflicts.some((conflict) => conflict.path === path)) continue;
      if (this.#queue.isUnsaved(path) || isSameValue(this.#fields.read(path), value)) continue;
      const show = (): void => {
        this.#queue.adopt(path, value);
        this.#fields.write(path, value);
      };
      this.#note(path, value, `${by.name} has changed this.`, [{ label: 'Show it', run: show }]);
    }
  }

  #note(path: DraftField, theirs: unknown, text: string, actions: Note['actions']): void {
    const box = this.#fields.findBox(path);
    if (box) showNote(box, { text, ...this.#fields.compare(path, theirs), actions });
  }

  #onInput(event: Event): void {
    const box = event.target instanceof Element ? event.target.closest('[data-path]') : null;
    const path = box instanceof HTMLElement ? box.dataset['path'] : undefined;
    if (isDraftField(path)) this.#touch(path);
  }

  #touch(path: DraftField): void {
    this.#queue.touch(path, performance.now());
  }

  /** The buttons save what is not saved, and go on only if everything is. */
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
    // With the way back to the list, as the page's own links have it.
    const next = `/admin/reports/${this.#id}/publish${location.search}`;
    if (goesOn && !this.#queue.hasUnsaved) location.assign(next);
  }

  #showConflict({ path, theirs, by }: Conflict): void {
    const box = this.#fields.findBox(path);
    if (!box || !isDraftField(path)) return;
    const isMine = by !== undefined && String(by.staffId) === this.#staffId;
    const who = isMine ? 'You, in another window,' : (by?.name ?? 'Somebody else');
    showNote(box, {
      text: `${who} ${isMine ? 'have' : 'has'} changed this while you wrote here.`,
      ...this.#fields.compare(path, theirs),
      actions: [
        { label: 'Keep mine', run: () => this.#queue.overwrite(path, theirs) },
        {
          label: 'Use theirs',
          run: () => {
            this.#fields.write(path, theirs);
            this.#queue.overwrite(path, theirs);
          },
        },
      ],
    });
  }

  #showState(state: SaveState, message = ''): void {
    if (state === 'signed-out') this.#dialog.open();
    else if (state === 'saved') this.#dialog.close();
    const verb = this.#editors.length === 1 ? 'edits' : 'edit';
    const others = this.#editors.length > 0 ? ` ${this.#editors.join(', ')} ${verb} this too.` : '';
    const texts: Record<SaveState, string> = {
      saved: `Saved ${formatHourIn(new Date(), readStoreZone())}.${others}`,
      unsaved: 'Not saved yet…',
      saving: 'Saving…',
      unreachable:
        'The server is not answering. What you typed is kept here and will be saved ' +
        'automatically.',
      'signed-out': 'Signed out. What you typed is kept here and will be saved once you sign in.',
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

/** As the layout around the page has it. */
const readStoreZone = (): string =>
  document.querySelector<HTMLElement>('[data-time-zone]')?.dataset['timeZone'] ?? 'UTC';

/**
 * A field beside lines that offers what is known: what is chosen, or typed and confirmed with Enter,
 * becomes a line of its own.
 */
function connectAddLines(form: HTMLFormElement): void {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[data-adds-to]')) {
    const area = form.elements.namedItem(input.dataset['addsTo'] ?? '');
    if (!(area instanceof HTMLTextAreaElement)) continue;
    const add = (): void => {
      const text = input.value.trim();
      input.value = '';
      if (text !== '') addLine(area, text);
    };
    // Neither belongs to the report's own fields.
    input.addEventListener('input', (event) => {
      event.stopPropagation();
      if (isOffered(input)) add();
    });
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      add();
    });
  }
}

const isOffered = ({ value, list }: HTMLInputElement): boolean =>
  [...(list?.options ?? [])].some((option) => option.value === value);

function addLine(area: HTMLTextAreaElement, text: string): void {
  const lines = area.value.split('\n').filter((line) => line.trim() !== '');
  if (lines.includes(text)) return;
  area.value = [...lines, text].join('\n');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A note below a field about what others have written in it. Texts of others are only texts. */
type Note = {
  readonly text: string;
  readonly theirs: string;
  readonly mine?: string;
  readonly actions: readonly { readonly label: string; readonly run: () => void }[];
};

/** Shows the note below the field, in the place of an earlier one. */
function showNote(box: HTMLElement, note: Note): void {
  const place = box.querySelector<HTMLElement>('[data-note]');
  if (!place) return;
  const buttons = note.actions.map(({ label, run }) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'admin-button';
    button.textContent = label;
    button.addEventListener('click', () => {
      place.hidden = true;
      run();
    });
    return button;
  });
  const bar = document.createElement('div');
  bar.className = 'admin-buttons';
  bar.append(...buttons);
  const texts = [
    createText('p', note.text),
    ...(note.mine === undefined ? [] : [createText('h4', 'Yours'), createText('pre', note.mine)]),
    ...(note.mine === undefined ? [] : [createText('h4', 'Theirs')]),
    createText('pre', note.theirs),
  ];
  place.replaceChildren(...texts, bar);
  place.setAttribute('role', 'status');
  place.hidden = false;
}

function createText(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text === '' ? '(nothing)' : text;
  return element;
}

/** A whole period that is typed into its first field goes into the fields of its years. */
function connectPeriod(form: HTMLFormElement): void {
  const find = (name: string): HTMLInputElement | undefined => {
    const control = form.elements.namedItem(name);
    return control instanceof HTMLInputElement ? control : undefined;
  };
  find('periodFrom')?.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    for (const [name, text] of Object.entries(spreadPeriod({ periodFrom: target.value }) ?? {})) {
      const control = find(name);
      if (!control) continue;
      control.value = text;
      control.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
}

/** Says in the note of a planned publication that later saved changes are not in it. */
function showPlanNote(form: HTMLElement, { revision, schedule }: SavedFields): void {
  const note = form.querySelector<HTMLElement>('[data-planned-revision]');
  if (note) note.hidden = !schedule || revision <= Number(note.dataset['plannedRevision']);
}
