/**
 * Keeps the text typed into a form in the browser's storage until it is saved: it survives an ended
 * session, a closed tab and a server that is away.
 */

/** Names of fields to their texts; a text that has an editor also as the editor's tree. */
export type KeptText = {
  readonly values: Readonly<Record<string, string>>;
  readonly trees: Readonly<Record<string, string>>;
};

const sentKey = 'text-sent';

/** Undefined if nothing is kept, or the browser keeps nothing. */
export function readKeptText(key: string): KeptText | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as KeptText);
  } catch {
    return undefined;
  }
}

/** Undefined forgets it. If the browser keeps nothing, neither does this. */
export function keepText(key: string, text: KeptText | undefined): void {
  try {
    if (text) localStorage.setItem(key, JSON.stringify(text));
    else localStorage.removeItem(key);
  } catch {
    // The storage is full, or switched off.
  }
}

/** The form is on its way: the next page says whether it was saved. */
export function noteSentText(key: string): void {
  try {
    sessionStorage.setItem(sentKey, key);
  } catch {
    // As above.
  }
}

/** On every page: a form that was sent is forgotten if this page says that it was saved. */
export function forgetSavedText(): void {
  try {
    const key = sessionStorage.getItem(sentKey);
    sessionStorage.removeItem(sentKey);
    if (key !== null && document.querySelector('.admin-flash')) keepText(key, undefined);
  } catch {
    // As above.
  }
}
