/** Links to panels become tabs: one panel open, arrow keys, and the open one in the address. */
export function enhanceTabs(): void {
  document.querySelectorAll<HTMLElement>('.tabs').forEach(enhanceTabList);
}

function enhanceTabList(list: HTMLElement): void {
  const tabs = [...list.querySelectorAll('a')];
  const open = (openTab: HTMLAnchorElement): void => {
    for (const tab of tabs) {
      const isOpen = tab === openTab;
      tab.ariaSelected = String(isOpen);
      tab.tabIndex = isOpen ? 0 : -1;
      document.getElementById(tab.hash.slice(1))?.toggleAttribute('data-open', isOpen);
    }
  };
  list.addEventListener('click', (event) => {
    const tab = (event.target as Element).closest('a');
    if (!tab) return;
    event.preventDefault();
    open(tab);
    history.replaceState(history.state, '', tab.hash);
  });
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const focusedIndex = tabs.findIndex((tab) => tab === document.activeElement);
    if (step === undefined || focusedIndex === -1) return;
    const next = tabs[(focusedIndex + step + tabs.length) % tabs.length];
    if (next) open(next);
    next?.focus();
  });
  const addressedTab = tabs.find((tab) => tab.hash === location.hash);
  if (addressedTab) open(addressedTab);
}
