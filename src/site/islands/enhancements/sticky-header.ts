import { pageConstants } from '#site/page-constants.ts';

/** The header takes its style of a scrolled page after a few pixels. */
export function markScrolledPage(): void {
  const update = (): void => {
    document.documentElement.toggleAttribute(
      'data-scrolled',
      scrollY > pageConstants.scrolledAfterPx,
    );
  };
  addEventListener('scroll', update, { passive: true });
  update();
}
