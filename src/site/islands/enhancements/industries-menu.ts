/** The newest reports of the industry that is pointed at (or focused), beside the menu's list. */
export function showNewestReports(): void {
  const menu = document.getElementById('industries-menu');
  menu?.addEventListener(
    'beforetoggle',
    () =>
      void import('./industry-preview.ts').then(({ previewIndustries }) => previewIndustries(menu)),
    { once: true },
  );
}

/** A menu is closed when one of its links is followed, also one that stays on the page. */
export function closeMenusOnLink(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('[popover] a');
    link?.closest<HTMLElement>('[popover]')?.hidePopover();
  });
}
