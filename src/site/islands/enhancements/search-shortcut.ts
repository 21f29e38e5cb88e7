/** "/" (outside of fields) and Ctrl-K or Cmd-K move the focus to the header's search. */
export function addSearchShortcut(): void {
  addEventListener('keydown', (event) => {
    const isTyping = (event.target as Element).closest(
      'input, textarea, select, [contenteditable]',
    );
    const isShortcut =
      (event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey));
    if (!isShortcut) return;
    event.preventDefault();
    document.getElementById('header-search')?.focus();
  });
}
