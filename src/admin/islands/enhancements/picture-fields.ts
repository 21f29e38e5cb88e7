/** The button beside a field of a picture opens the library; what is chosen is shown at once. */
import { choosePicture } from './picture-picker/index.ts';

export function connectPictureField(field: HTMLElement): void {
  const input = field.querySelector('input');
  const button = field.querySelector('button');
  if (!input || !button) return;
  const choose = async (): Promise<void> => {
    const picture = await choosePicture(field.dataset['pictureField'] ?? '');
    if (!picture) return;
    input.value = picture.name;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.focus();
  };
  button.addEventListener('click', () => void choose());
  input.addEventListener('input', () => showPicture(field, input.value.trim()));
}

function showPicture(field: HTMLElement, name: string): void {
  const shown = field.querySelector('img') ?? document.createElement('img');
  Object.assign(shown, { alt: '', width: 96, height: 64 });
  if (name === '') return shown.remove();
  shown.src = /^https?:/.test(name) ? name : `/picture/${name}?width=160`;
  field.prepend(shown);
}
