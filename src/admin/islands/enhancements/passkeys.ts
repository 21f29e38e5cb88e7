/**
 * A form with a passkey's button is sent once the browser has asked the person: with the options of
 * the server, and with the passkey's answer in its hidden field.
 */
export function offerPasskeys(): void {
  document.addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event;
      if (!(form instanceof HTMLFormElement) || !(submitter instanceof HTMLButtonElement)) return;
      const { passkey: purpose } = submitter.dataset;
      const answer = form.querySelector<HTMLInputElement>('[data-passkey-answer]');
      if (purpose === undefined || !answer || answer.value !== '') return;
      event.preventDefault();
      void askAndSend({ form, submitter, answer, purpose });
    },
    // Before the form is marked as being sent.
    { capture: true },
  );
}

async function askAndSend(given: {
  readonly form: HTMLFormElement;
  readonly submitter: HTMLButtonElement;
  readonly answer: HTMLInputElement;
  readonly purpose: string;
}): Promise<void> {
  const { form, submitter, answer, purpose } = given;
  showError(form, '');
  try {
    answer.value = JSON.stringify(await askBrowser(purpose));
  } catch (error) {
    // The page asks for the proof, and keeps what was typed.
    if (error instanceof ProofNeededError) return form.submit();
    showError(form, describe(error));
    return;
  }
  form.requestSubmit(submitter);
  // It is good for one post alone.
  answer.value = '';
}

async function askBrowser(purpose: string): Promise<unknown> {
  const response = await fetch('/admin/passkey', {
    method: 'POST',
    body: new URLSearchParams({ purpose }),
    headers: { accept: 'application/json' },
  });
  const options = await response.json();
  if (options.code === 'proof-needed') throw new ProofNeededError();
  if (!response.ok) throw new RefusedError(String(options.message));
  const browser = await import('@simplewebauthn/browser');
  return purpose === 'sign-in'
    ? browser.startAuthentication({ optionsJSON: options })
    : browser.startRegistration({ optionsJSON: options });
}

/** The server said no, in words for the person. */
class RefusedError extends Error {}

/** The server asks first for another proof of identity. */
class ProofNeededError extends Error {}

function describe(error: unknown): string {
  if (error instanceof RefusedError) return error.message;
  const isCancelled = error instanceof Error && error.name === 'NotAllowedError';
  return isCancelled
    ? 'The passkey was not used. Try again, or use another way.'
    : 'This browser could not use a passkey here. Use another way.';
}

function showError(form: HTMLFormElement, message: string): void {
  const place = form.querySelector<HTMLElement>('[data-passkey-error]');
  if (!place) return;
  place.textContent = message;
  place.hidden = message === '';
}
