import type { DraftField } from '#core/catalogue/fields/report-fields.model.ts';
import { compareField } from '#admin/catalogue/editor/compare-field.ts';
import { readValue, toTexts } from '#admin/catalogue/editor/field-texts.ts';
import { fillRows, showRowTitles } from './repeated-rows.ts';
import type { RichTextField } from './rich-text-field.ts';

/** The controls of the report's fields: what they say, and what is written into them. */
export class FieldControls {
  /** The description, once it is connected. */
  richText: RichTextField | undefined;
  readonly #form: HTMLFormElement;
  readonly #currency: string;

  constructor(form: HTMLFormElement, currency: string) {
    this.#form = form;
    this.#currency = currency;
  }

  findBox(path: string): HTMLElement | null {
    return this.#form.querySelector(`[data-path="${CSS.escape(path)}"]`);
  }

  /** The value that a field's controls say. */
  read(path: DraftField): unknown {
    if (path === 'description') return this.richText?.read() ?? null;
    const texts: Record<string, string> = {};
    const controls = this.findBox(path)?.querySelectorAll('input, textarea, select') ?? [];
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

  /** Only if the person asks for it, or their own text comes back. */
  write(path: DraftField, value: unknown): void {
    if (path === 'description') return this.richText?.write(value);
    const texts = toTexts(path, value, this.#currency);
    const box = this.findBox(path);
    if (!box) return;
    fillRows(box, texts);
    for (const control of box.querySelectorAll('input, textarea, select'))
      if (isControl(control) && control.name !== '')
        writeControl(control, texts[control.name] ?? '');
    showRowTitles(box);
  }

  /** Of what the field says and what somebody else has written, only what differs. */
  compare(path: DraftField, theirs: unknown): { readonly mine: string; readonly theirs: string } {
    return compareField(path, this.read(path), theirs, this.#currency);
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

/** Tells the control, so that one with a tree over it shows the text, too. */
function writeControl(control: Control, text: string): void {
  if (control instanceof HTMLInputElement && control.type === 'checkbox')
    control.checked = text === '1';
  else control.value = text;
  control.dispatchEvent(new Event('written'));
}
