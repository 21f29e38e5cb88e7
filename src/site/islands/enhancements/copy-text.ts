import { announce } from './announce.ts';

/** How long a button says what it has done. */
const saidMs = 3000;

/**
 * A button with `data-copy` puts the text of the element with that id on the clipboard, and says
 * so. If the browser does not allow it, the text is selected, ready to be copied by hand.
 */
export function copyTextOnClick(): void {
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>('button[data-copy]');
    const shown = document.getElementById(button?.dataset['copy'] ?? '');
    if (button && shown) void copyText(button, shown);
  });
}

async function copyText(button: HTMLButtonElement, shown: HTMLElement): Promise<void> {
  const isField = shown instanceof HTMLInputElement;
  if (isField) shown.select();
  else getSelection()?.selectAllChildren(shown);
  try {
    await navigator.clipboard.writeText(isField ? shown.value : shown.textContent);
    say(button, 'Copied');
  } catch {
    say(button, 'Selected: copy it');
  }
}

function say(button: HTMLButtonElement, text: string): void {
  const shown = button.querySelector('[data-label]') ?? button;
  const label = (button.dataset['label'] ??= shown.textContent);
  shown.textContent = text;
  announce(text);
  setTimeout(() => (shown.textContent = label), saidMs);
}
