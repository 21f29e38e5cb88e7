import type { FieldErrors } from '#site/form-fields.ts';

/** The server's answer to an island's form; `message` is empty if it said nothing. */
export type PostedFormAnswer = {
  readonly ok: boolean;
  readonly message: string;
  /** The sentence about the email that follows a lead; '' if there is nothing to say. */
  readonly note?: string;
  /** Of a lead: the page that thanks for it. */
  readonly thankYou?: string;
  readonly errors: FieldErrors;
};

/** How long an answer is waited for: a CV of 10 MB takes its time on a slow line. */
const timeoutMs = 60_000;

/**
 * Posts an island's form. The answer is undefined if none came in time, and a failure without a
 * message if it is not ours (a proxy's error page).
 */
export async function postForm(url: string, body: FormData): Promise<PostedFormAnswer | undefined> {
  const text = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) })
    .then((response) => response.text())
    .catch(() => undefined);
  if (text === undefined) return undefined;
  const { ok, message = '', errors = {}, ...more } = parseAnswer(text);
  return { ...more, ok: ok === true, message, errors };
}

function parseAnswer(text: string): Partial<PostedFormAnswer> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<PostedFormAnswer>;
  } catch {
    return {};
  }
}
