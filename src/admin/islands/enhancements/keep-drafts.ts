/** Pause after the last keystroke before a draft is saved. */
const pauseMs = 1000;
/** Pause before a draft that could not be saved is sent once more. */
const retryMs = 5000;

const stateWords = {
  kept: 'Draft saved.',
  failed: 'The draft is not saved yet.',
  'signed-out': 'Not saved: your session has ended. Send your answer, and sign in to go on.',
} as const;
type SaveState = keyof typeof stateWords;

/**
 * A form with `data-keeps-draft` saves its text while its author types, and when they leave the
 * page: it is posted with `step=keep`. The answer never writes into a field.
 */
export function keepDrafts(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-keeps-draft]'))
    keepDraft(form);
}

function keepDraft(form: HTMLFormElement): void {
  const shown = form.querySelector<HTMLElement>('[data-draft-state]');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDirty = false;
  let isSaving = false;
  const save = async (): Promise<void> => {
    if (!isDirty || isSaving) return;
    isDirty = false;
    isSaving = true;
    const state = await post(form);
    isSaving = false;
    if (shown) shown.textContent = stateWords[state];
    // What was typed meanwhile, and what could not be saved, goes with the next attempt.
    const wasTyped = isDirty;
    if (state !== 'kept') isDirty = true;
    if (wasTyped || state === 'failed') later(state === 'failed' ? retryMs : pauseMs);
  };
  const later = (waitMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), waitMs);
  };
  form.addEventListener('input', () => {
    isDirty = true;
    later(pauseMs);
  });
  form.addEventListener('submit', () => {
    isDirty = false;
    clearTimeout(timer);
  });
  addEventListener('pagehide', () => void save());
}

async function post(form: HTMLFormElement): Promise<SaveState> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') fields.set(name, value);
  fields.set('step', 'keep');
  try {
    const sent = { method: 'POST', body: fields, keepalive: true, redirect: 'manual' } as const;
    const { ok, type } = await fetch(location.href, sent);
    // Without a session every page leads to the login.
    if (type === 'opaqueredirect') return 'signed-out';
    return ok ? 'kept' : 'failed';
  } catch {
    return 'failed';
  }
}
