import type { PickedPicture } from '#admin/media/picture-data.ts';

type ShowOptions = {
  /** Below those that are shown already. */
  readonly isMore: boolean;
  readonly choose: (picture: PickedPicture) => void;
  readonly showMore: (() => void) | undefined;
};

export type PickerDialog = {
  readonly element: HTMLDialogElement;
  readonly words: HTMLInputElement;
  readonly uploadForm: HTMLFormElement;
  readonly file: HTMLInputElement;
  readonly alternativeText: HTMLInputElement;
  /** One line, also spoken. */
  readonly say: (text: string) => void;
  readonly showPictures: (pictures: readonly PickedPicture[], options: ShowOptions) => void;
  /** Resolves when no picture is being pressed: one that went meanwhile would not be chosen. */
  readonly waitForRelease: () => Promise<void>;
  /** Asks what a picture shows. */
  readonly askForText: (picture: PickedPicture) => Promise<string>;
};

const acceptedTypes = 'image/jpeg,image/png,image/webp,image/avif';

/** The dialog's elements; what they do is the picker's. */
export function createDialog(): PickerDialog {
  const element = make('dialog', { className: 'admin-dialog media-picker' });
  element.setAttribute('aria-label', 'Choose a picture');
  const words = make('input', { type: 'search', maxLength: 200 });
  const status = make('p', { className: 'hint' });
  status.setAttribute('role', 'status');
  const say = (text: string): void => void (status.textContent = text);
  const grid = make('ul', { className: 'media-grid' });
  const { more, showPictures } = createResults(grid, say);
  const upload = createUpload();
  const close = makeButton('Cancel', () => element.close());
  element.append(
    make('h2', { textContent: 'Choose a picture' }),
    label('Search in the library', words),
    status,
    grid,
    more,
    upload.uploadForm,
    close,
  );
  const askFor: PickerDialog['askForText'] = (picture) => askForText(grid, picture);
  const waitForRelease = () => untilReleased(grid);
  return { element, words, say, showPictures, waitForRelease, ...upload, askForText: askFor };
}

/** The click comes right behind the end of the press, before the timer. */
async function untilReleased(grid: HTMLElement): Promise<void> {
  if (!grid.matches(':active')) return;
  const end = new AbortController();
  await new Promise<void>((resolve) => {
    for (const event of ['pointerup', 'pointercancel'])
      addEventListener(event, () => setTimeout(resolve), { signal: end.signal });
  });
  end.abort();
}

function createResults(grid: HTMLElement, say: (text: string) => void) {
  let onMore: ShowOptions['showMore'];
  const more = makeButton('Show more', () => onMore?.());
  more.hidden = true;
  const showPictures: PickerDialog['showPictures'] = (pictures, { isMore, choose, showMore }) => {
    if (!isMore) grid.replaceChildren();
    grid.append(...pictures.map((picture) => makeTile(picture, choose)));
    if (grid.childElementCount === 0) say('No picture was found.');
    more.hidden = showMore === undefined;
    onMore = showMore;
  };
  return { more, showPictures };
}

function createUpload() {
  const file = make('input', { type: 'file', accept: acceptedTypes });
  const alternativeText = make('input', { maxLength: 500 });
  const uploadForm = make('form', { className: 'admin-form' });
  uploadForm.append(
    label('Upload a new one', file),
    label('What it shows, for readers who can’t see it', alternativeText),
    make('button', { className: 'admin-button', textContent: 'Upload and choose' }),
  );
  return { file, alternativeText, uploadForm };
}

function makeButton(text: string, run: () => void): HTMLButtonElement {
  const button = make('button', { type: 'button', className: 'admin-button', textContent: text });
  button.addEventListener('click', run);
  return button;
}

function makeTile(picture: PickedPicture, choose: (picture: PickedPicture) => void): HTMLElement {
  const { name, alternativeText } = picture;
  const button = make('button', { type: 'button' });
  const img = make('img', { src: `/picture/${name}?width=320`, alt: '', loading: 'lazy' });
  const text = make('span', { textContent: alternativeText || `${name.slice(6)} (not described)` });
  button.append(img, text);
  button.addEventListener('click', () => choose(picture));
  const tile = make('li', {});
  tile.append(button);
  return tile;
}

/** In the place of the pictures; Enter or the button goes on. */
function askForText(grid: HTMLElement, { name }: PickedPicture): Promise<string> {
  const text = make('input', { maxLength: 500, required: true });
  const form = make('form', { className: 'admin-form' });
  form.append(
    make('img', { src: `/picture/${name}?width=320`, alt: '' }),
    label('What it shows, for readers who can’t see it', text),
    make('button', { className: 'button', textContent: 'Save and choose' }),
  );
  const item = make('li', {});
  item.append(form);
  grid.replaceChildren(item);
  text.focus();
  return new Promise((resolve) => {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      resolve(text.value.trim());
    });
  });
}

function label(text: string, input: HTMLInputElement): HTMLElement {
  const field = make('label', { className: 'field' });
  field.append(text, input);
  return field;
}

const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  props: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), props);
