const stops = 'a[href], button, input:not([type=hidden]), select, textarea, summary';

const findOpenDialog = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('.admin-dialog:popover-open');

/** Tab stays in a dialog that is open: what is behind it can't be seen. */
export function holdFocusInDialogs(): void {
  document.addEventListener('focusin', ({ target }) => {
    const open = findOpenDialog();
    if (open && target instanceof Node && !open.contains(target)) open.focus();
  });
  // Behind the last field of a page the focus would leave it for the browser's own buttons.
  document.addEventListener('keydown', (event) => {
    const open = event.key === 'Tab' ? findOpenDialog() : null;
    if (!open) return;
    const inside = [...open.querySelectorAll<HTMLElement>(stops)].filter(
      (element) => !element.matches(':disabled') && element.checkVisibility(),
    );
    const [first, last] = [inside[0], inside.at(-1)];
    const isAtEdge = event.shiftKey
      ? document.activeElement === first || document.activeElement === open
      : document.activeElement === last;
    if (!isAtEdge) return;
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  });
}
