/**
 * In a row of tabs that is wider than the page the chosen one is in sight; the page itself stays
 * where it is. If the browser knows `scroll-initial-target` it is so without this.
 */
export function showChosenTabs(): void {
  for (const tab of document.querySelectorAll('.admin-tabs [aria-current]')) {
    const row = tab.closest('.admin-tabs');
    if (!row) continue;
    const [at, shown] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    if (at.left < shown.left || at.right > shown.right)
      row.scrollLeft += at.left + at.width / 2 - (shown.left + shown.width / 2);
  }
}
