/** Uploads a form's files by tus before the form is sent, and goes on where an upload stood. */
import { Upload, type DetailedError } from 'tus-js-client';

const chunkBytes = 16 * 2 ** 20;
/** Hours of trying: a lid may be closed. Whatever arrives begins the delays anew. */
const retryDelaysMs = [0, 1000, 3000, 5000, ...Array.from({ length: 3000 }, () => 10_000)];

type Shown = { readonly say: (text: string) => void; readonly move: (share: number) => void };

/** The form has `data-ready` once it sends its files this way. */
export function connectResumableUpload(field: HTMLElement): void {
  const form = field.closest('form');
  const input = field.querySelector<HTMLInputElement>('input[type=file]');
  const hidden = field.querySelector<HTMLInputElement>('input[name=uploaded]');
  const state = field.querySelector<HTMLElement>('[data-upload-state]');
  const progress = field.querySelector<HTMLProgressElement>('[data-upload-progress]');
  const endpoint = field.dataset['resumableUpload'] ?? '';
  if (!form || !input || !hidden || !state || !progress) return;
  const shown: Shown = {
    say: (text) => {
      // Said again it would be read aloud again.
      if (state.textContent !== text) state.textContent = text;
    },
    move: (share) => {
      progress.hidden = share >= 1;
      progress.value = share;
    },
  };
  let isUploading = false;
  const send = async (files: readonly File[], submitter: HTMLElement | null): Promise<void> => {
    const uploaded = new URLSearchParams();
    try {
      for (const file of files)
        uploaded.append(await uploadFile(file, { endpoint, shown }), file.name);
      hidden.value = String(uploaded);
      input.value = '';
      form.requestSubmit(submitter);
    } catch (error) {
      shown.say(explain(error as Error | DetailedError));
    } finally {
      isUploading = false;
    }
  };
  form.addEventListener(
    'submit',
    (event) => {
      const files = [...(input.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isUploading) return;
      isUploading = true;
      void send(files, event.submitter);
    },
    { capture: true },
  );
  form.dataset['ready'] = '';
}

/** Answers its id, once all of it is there. An earlier upload of the same file goes on. */
async function uploadFile(
  file: File,
  { endpoint, shown }: { readonly endpoint: string; readonly shown: Shown },
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const size = (file.size / 2 ** 20).toFixed(1);
  const isOnItsWay =
    `${file.name} (${size} MB) is being uploaded. If the line is cut or this page is closed, ` +
    'choose the same file again: it goes on from there.';
  const upload = new Upload(file, {
    endpoint,
    chunkSize: chunkBytes,
    metadata: { filename: file.name },
    retryDelays: retryDelaysMs,
    onShouldRetry: (error) => {
      const isTriedAgain = isWorthRetrying(error);
      if (isTriedAgain)
        shown.say(`${file.name}: the line is cut. It goes on by itself once the line is back.`);
      return isTriedAgain;
    },
    onProgress: (sent, total) => {
      shown.say(isOnItsWay);
      shown.move(total === 0 ? 1 : sent / total);
    },
    onSuccess: () => resolve(),
    onError: reject,
  });
  const [earlier] = await upload.findPreviousUploads();
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  shown.say(isOnItsWay);
  upload.start();
  await promise;
  shown.move(1);
  shown.say(`${file.name} is uploaded. It is being checked…`);
  return new URL(upload.url ?? '', location.href).pathname.split('/').at(-1) ?? '';
}

const readStatus = (error: Error | DetailedError): number =>
  'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0;

/** No answer, or one that another try may change. */
function isWorthRetrying(error: Error | DetailedError): boolean {
  const status = readStatus(error);
  return status === 0 || status >= 500 || [408, 409, 423].includes(status);
}

function explain(error: Error | DetailedError): string {
  const status = readStatus(error);
  if (status === 401)
    return 'You are signed out. Sign in again in another tab, then press the button: it goes on.';
  const said = 'originalResponse' in error ? error.originalResponse?.getBody() : '';
  return said?.trim() || 'The upload was interrupted. Press the button: it goes on from there.';
}
