/** Tab stays in a dialog that is open: what is behind it can't be seen. */
export function holdFocusInDialogs(): void {
  document.addEventListener('focusin', ({ target }) => {
    const open = document.querySelector<HTMLElement>('.admin-dialog:popover-open');
    if (open && target instanceof Node && !open.contains(target)) open.focus();
  });
}
