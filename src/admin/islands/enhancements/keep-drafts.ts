/** Pause after the last keystroke before a draft is saved. */
const pauseMs = 1000;

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
    const wasKept = await post(form);
    isSaving = false;
    if (shown) shown.textContent = wasKept ? 'Draft saved.' : 'The draft is not saved yet.';
    // What was typed meanwhile, and what could not be saved, goes with the next attempt.
    if (!wasKept) isDirty = true;
    if (isDirty) later();
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), pauseMs);
  };
  form.addEventListener('input', () => {
    isDirty = true;
    later();
  });
  form.addEventListener('submit', () => {
    isDirty = false;
    clearTimeout(timer);
  });
  addEventListener('pagehide', () => void save());
}

async function post(form: HTMLFormElement): Promise<boolean> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string') fields.set(name, value);
  fields.set('step', 'keep');
  try {
    const { ok } = await fetch(location.href, { method: 'POST', body: fields, keepalive: true });
    return ok;
  } catch {
    return false;
  }
}
