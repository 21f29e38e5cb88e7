/**
 * The buttons are one stop of the Tab key, with the arrow keys, Home and End between them. Alt+F10
 * leads there from the text, also where Tab goes on to the next cell of a table; Escape leads back.
 */
export function makeOneStop(bar: HTMLElement, text: HTMLElement): void {
  const buttons = [...bar.querySelectorAll('button')];
  const setStop = (stop: HTMLElement | undefined): void => {
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  };
  setStop(buttons[0]);
  bar.addEventListener('focusin', ({ target }) => {
    const button = buttons.find((one) => one === target);
    if (button) setStop(button);
  });
  bar.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const current = buttons.findIndex((button) => button === event.target);
    const next = event.key === 'Escape' ? text : findNext(buttons, current, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'F10' || !event.altKey) return;
    event.preventDefault();
    buttons.find(({ tabIndex }) => tabIndex === 0)?.focus();
  });
}

/** Beyond the last comes the first. */
function findNext<T>(items: readonly T[], current: number, key: string): T | undefined {
  if (key === 'ArrowRight') return items[(current + 1) % items.length];
  if (key === 'ArrowLeft') return items.at(current - 1);
  if (key === 'Home') return items[0];
  return key === 'End' ? items.at(-1) : undefined;
}
