import { addAnnouncements, announce } from './announce.ts';
import { keepTyped, restoreTyped } from './keep-typed.ts';

/** After this long without an answer a form may be sent again: the server accepts it once. */
const giveUpMs = 20_000;

type Sending = { readonly end: () => void; readonly ended: Promise<void> };

/** The forms that are on their way. */
const sendings = new Map<HTMLFormElement, Sending>();

/** Resolves when none of the forms in the element is on its way, or is ready to be sent again. */
export async function waitForSentForms(element: HTMLElement): Promise<void> {
  const inside = [...sendings].filter(([form]) => element.contains(form));
  await Promise.all(inside.map(([, { ended }]) => ended));
}

/**
 * A plain form is sent once: until the next page is there its button says what it is doing, and
 * sends nothing more. It works again when the visitor comes back, or when no answer comes. Forms of
 * islands see to that themselves.
 */
export function sendFormsOnce(): void {
  addAnnouncements();
  restoreTyped();
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return;
    // Not form.method: that is the field "method" if a form has one.
    if (form.getAttribute('method') !== 'post') return;
    if (sendings.has(form)) return event.preventDefault();
    keepTyped(form);
    startSending(form, event.submitter);
  });
  // The page comes back from the browser's history as it was left.
  addEventListener('pageshow', (event) => {
    if (event.persisted) for (const { end } of sendings.values()) end();
  });
}

function startSending(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const buttons = [...form.querySelectorAll<HTMLButtonElement>('button[data-busy-label]')];
  const pressed = buttons.find((button) => button === submitter) ?? buttons[0];
  const shownLabel = pressed?.querySelector('[data-label]') ?? pressed;
  const label = shownLabel?.textContent ?? '';
  const busyLabel = pressed?.dataset['busyLabel'] ?? '';
  let resolve = (): void => undefined;
  const ended = new Promise<void>((resolveEnded) => (resolve = resolveEnded));
  const end = (): void => {
    clearTimeout(timer);
    sendings.delete(form);
    form.ariaBusy = null;
    for (const button of buttons) button.ariaDisabled = null;
    if (shownLabel) shownLabel.textContent = label;
    announce('');
    resolve();
  };
  const timer = setTimeout(() => {
    end();
    announce('This takes longer than usual. You can try again.');
  }, giveUpMs);
  sendings.set(form, { end, ended });
  form.ariaBusy = 'true';
  for (const button of buttons) button.ariaDisabled = 'true';
  if (shownLabel) shownLabel.textContent = busyLabel;
  announce(busyLabel);
}
