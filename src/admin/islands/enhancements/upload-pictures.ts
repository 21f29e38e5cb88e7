/** Sends the pictures of a form one by one, and says how far each is. */
import { sendPicture } from './picture-picker/send-picture.ts';

export function connectUploads(form: HTMLFormElement): void {
  const url = form.dataset['uploadPictures'] ?? '';
  const input = form.querySelector<HTMLInputElement>('input[type=file]');
  const shown = form.querySelector<HTMLElement>('.media-progress');
  if (!input || !shown) return;
  let isSending = false;
  const send = async (files: readonly File[]): Promise<void> => {
    const areAllThere = await sendAll(url, files, shown);
    isSending = false;
    input.value = '';
    if (areAllThere) location.assign('/admin/media');
  };
  form.addEventListener('submit', (event) => {
    const files = [...(input.files ?? [])];
    // Without a file the server says what is missing.
    if (files.length === 0) return;
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    shown.replaceChildren();
    void send(files);
  });
}

/** True where every one of them is in the library. */
async function sendAll(url: string, files: readonly File[], shown: HTMLElement): Promise<boolean> {
  const lines = files.map((file) => {
    const line = document.createElement('li');
    line.textContent = `${file.name}: waiting`;
    shown.append(line);
    return line;
  });
  let areAllThere = true;
  for (const [index, file] of files.entries()) {
    const line = lines[index];
    const say = (text: string): void => void (line && (line.textContent = `${file.name}: ${text}`));
    const sent = await sendPicture(url, file, {}, (share) =>
      say(share < 1 ? `${Math.floor(share * 100)}%` : 'is being read…'),
    );
    say(sent.ok ? 'is in the library' : sent.message);
    if (!sent.ok) line?.classList.add('error');
    areAllThere &&= sent.ok;
  }
  return areAllThere;
}
