/** Tabs are links to their panels; here they behave as tabs: one panel open, arrow keys, the address remembers. */
export function enhanceTabs(): void {
  for (const list of document.querySelectorAll<HTMLElement>('.tabs')) {
    const tabs = [...list.querySelectorAll<HTMLAnchorElement>('a')];
    const panelOf = (tab: HTMLAnchorElement): HTMLElement | null =>
      document.getElementById(tab.hash.slice(1));
    const open = (chosen: HTMLAnchorElement): void => {
      for (const tab of tabs) {
        tab.ariaSelected = String(tab === chosen);
        tab.tabIndex = tab === chosen ? 0 : -1;
        panelOf(tab)?.toggleAttribute('data-open', tab === chosen);
      }
    };
    list.addEventListener('click', (event) => {
      const tab = (event.target as HTMLElement).closest('a');
      if (!tab) return;
      event.preventDefault();
      open(tab);
      history.replaceState(history.state, '', tab.hash);
    });
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const at = tabs.indexOf(document.activeElement as HTMLAnchorElement);
      if (step === undefined || at === -1) return;
      const next = tabs[(at + step + tabs.length) % tabs.length];
      if (next) open(next);
      next?.focus();
    });
    const asked = tabs.find((tab) => tab.hash === location.hash);
    if (asked) open(asked);
  }
}
