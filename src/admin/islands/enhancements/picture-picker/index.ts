/** The library in a dialog: search, upload, and a picture that is described is chosen. */
import type { FoundPictures, PickedPicture } from '#admin/media/picture-data.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import { createDialog, type PickerDialog } from './picker-dialog.ts';
import { sendPicture } from './send-picture.ts';

const searchAfterMs = 250;

/** The picture that was chosen; undefined if the dialog was closed. */
export function choosePicture(url: string): Promise<PickedPicture | undefined> {
  const dialog = createDialog();
  const picker = new Picker(url, dialog);
  document.body.append(dialog.element);
  dialog.element.showModal();
  void picker.search();
  return new Promise((resolve) => {
    dialog.element.addEventListener('close', () => {
      dialog.element.remove();
      resolve(picker.chosen);
    });
  });
}

class Picker {
  chosen: PickedPicture | undefined;
  readonly #url: string;
  readonly #dialog: PickerDialog;
  #searches = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, dialog: PickerDialog) {
    this.#url = url;
    this.#dialog = dialog;
    dialog.words.addEventListener('input', () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.search(), searchAfterMs);
    });
    dialog.uploadForm.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#upload();
    });
  }

  /** Shows what the words find; an answer that comes late is not shown over a newer one. */
  async search(after?: string): Promise<void> {
    this.#searches++;
    const search = this.#searches;
    const query = new URLSearchParams({ words: this.#dialog.words.value });
    if (after !== undefined) query.set('after', after);
    const found = await this.#ask(`${this.#url}?${query}`);
    await this.#dialog.waitForRelease();
    if (search !== this.#searches || !found) return;
    const { pictures, next } = found;
    this.#dialog.showPictures(pictures, {
      isMore: after !== undefined,
      choose: (picture) => void this.#choose(picture),
      showMore: next === undefined ? undefined : () => void this.search(next),
    });
  }

  async #ask(url: string, init: RequestInit = {}): Promise<FoundPictures | undefined> {
    try {
      const headers = { accept: 'application/json' };
      const response = await fetch(url, { ...init, headers, redirect: 'manual' });
      const answer = (await response.json()) as Outcome<FoundPictures>;
      this.#dialog.say(answer.ok ? '' : answer.message);
      return answer.ok ? answer.value : undefined;
    } catch {
      this.#dialog.say('The media library is not answering. Are you signed in?');
      return undefined;
    }
  }

  /** Chooses a picture; one that nobody has described yet is described first. */
  async #choose(picture: PickedPicture): Promise<void> {
    if (picture.alternativeText !== '') return this.#close(picture);
    // Pictures that are still looked for must not take the place of the question.
    clearTimeout(this.#timer);
    this.#searches++;
    const text = await this.#dialog.askForText(picture);
    const fields = { intent: 'describe', id: String(picture.id), alternativeText: text };
    const body = new URLSearchParams(fields);
    if (await this.#ask(this.#url, { method: 'POST', body }))
      this.#close({ ...picture, alternativeText: text });
  }

  async #upload(): Promise<void> {
    const { file, alternativeText, say } = this.#dialog;
    const [chosen] = file.files ?? [];
    if (!chosen) return say('Choose a file first.');
    const text = alternativeText.value.trim();
    if (text === '') return say('First describe what the picture shows.');
    say('Uploading…');
    const sent = await sendPicture(this.#url, chosen, { alternativeText: text }, (share) =>
      say(share < 1 ? `Uploading: ${Math.floor(share * 100)}%` : 'Processing…'),
    );
    if (!sent.ok) return say(sent.message);
    // If the library had it already, in other words, these are the words for this one use.
    this.#close({ ...sent.picture, alternativeText: text });
  }

  #close(picture: PickedPicture): void {
    this.chosen = picture;
    this.#dialog.element.close();
  }
}
