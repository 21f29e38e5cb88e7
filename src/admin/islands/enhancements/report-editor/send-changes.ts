import type { SavedFields } from '#core/catalogue/index.ts';
import type { Outcome } from '#core/kernel/outcome.model.ts';
import type { Sent } from './save-queue.ts';

const timeoutMs = 15_000;
/** The largest form of staff that the server takes; it ends the connection of a larger one. */
const maxBodyBytes = 2 * 1024 * 1024;
const tooLarge: Sent = {
  kind: 'refused',
  message: 'these changes are larger than 2 MB together. Shorten the longest text.',
};

/** Posts one request of the editor; throws if there is no answer. */
export const postToEditor = (url: string, fields: Record<string, string>): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { accept: 'application/json' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });

/** Sends changes, and says what became of them. */
export async function sendChanges(
  url: string,
  changes: readonly object[],
  revision: number,
): Promise<Sent> {
  const fields = { changes: JSON.stringify(changes), revision: String(revision) };
  if (new URLSearchParams(fields).toString().length > maxBodyBytes) return tooLarge;
  try {
    const response = await postToEditor(url, fields);
    if (response.status === 413) return tooLarge;
    if (response.status === 401 || response.type === 'opaqueredirect')
      return { kind: 'signed-out' };
    if (response.status >= 500 || response.status === 429) return { kind: 'unreachable' };
    const outcome = (await response.json()) as Outcome<SavedFields>;
    return outcome.ok
      ? { kind: 'saved', answer: outcome.value }
      : { kind: 'refused', message: outcome.message };
  } catch {
    return { kind: 'unreachable' };
  }
}
