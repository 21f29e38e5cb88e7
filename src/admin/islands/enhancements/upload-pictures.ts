/** Sends the pictures of a form one by one, and says how far each is. */
import { sendPicture } from './picture-picker/send-picture.ts';

/** The form has `data-ready` once it sends its pictures this way. */
export function connectUploads(form: HTMLFormElement): void {
  const url = form.dataset['uploadPictures'] ?? '';
  const input = form.querySelector<HTMLInputElement>('input[type=file]');
  const shown = form.querySelector<HTMLElement>('.media-progress');
  if (!input || !shown) return;
  let isSending = false;
  const send = async (files: readonly File[]): Promise<void> => {
    const addedCount = await sendAll(url, files, shown);
    isSending = false;
    input.value = '';
    if (addedCount > 0) await refreshList();
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
  form.dataset['ready'] = '';
}

/** The list has what was added, while what became of each stays to be read, and the focus stays. */
async function refreshList(): Promise<void> {
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const [shown, fresh] = [document, page].map((one) => one.querySelector('.admin-list'));
  const empty = document.querySelector('.admin-empty');
  if (fresh) (shown ?? empty)?.replaceWith(fresh);
}

/** How many of them are in the library now. */
async function sendAll(url: string, files: readonly File[], shown: HTMLElement): Promise<number> {
  const lines = files.map((file) => {
    const line = document.createElement('li');
    line.textContent = `${file.name}: waiting`;
    shown.append(line);
    return line;
  });
  let addedCount = 0;
  for (const [index, file] of files.entries()) {
    const line = lines[index];
    const say = (text: string): void => void (line && (line.textContent = `${file.name}: ${text}`));
    const sent = await sendPicture(url, file, {}, (share) =>
      say(share < 1 ? `${Math.floor(share * 100)}%` : 'is being read…'),
    );
    say(sent.ok ? 'is in the library' : sent.message);
    if (!sent.ok) line?.classList.add('error');
    if (sent.ok) addedCount++;
  }
  return addedCount;
}
