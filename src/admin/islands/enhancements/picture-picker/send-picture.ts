import type { FoundPictures, PickedPicture } from '#admin/media/picture-data.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';

export type SentPicture =
  | { readonly ok: true; readonly picture: PickedPicture }
  | { readonly ok: false; readonly message: string };

const unreachable = {
  ok: false,
  message: 'The server is not answering. Please try again.',
} as const;

/** Uploads a picture; `onProgress` hears which share of it is sent, from 0 to 1. */
export function sendPicture(
  url: string,
  file: File,
  fields: Readonly<Record<string, string>>,
  onProgress: (share: number) => void,
): Promise<SentPicture> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file);
  // fetch does not tell how much of a body is sent.
  const request = new XMLHttpRequest();
  request.open('POST', url);
  request.setRequestHeader('accept', 'application/json');
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
  return new Promise((resolve) => {
    request.addEventListener('loadend', () => resolve(readAnswer(request)));
    request.send(body);
  });
}

function readAnswer({ status, responseText }: XMLHttpRequest): SentPicture {
  if (status === 401) return { ok: false, message: 'You are signed out. Sign in again.' };
  try {
    const answer = JSON.parse(responseText) as Outcome<FoundPictures>;
    if (!answer.ok) return { ok: false, message: answer.message };
    const [picture] = answer.value.pictures;
    return picture ? { ok: true, picture } : unreachable;
  } catch {
    return unreachable;
  }
}
