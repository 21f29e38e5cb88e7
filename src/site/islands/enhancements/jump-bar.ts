/**
 * The bar of a long page's parts marks the part in view (`aria-current`), and says with `data-stuck`
 * that it sticks to the top.
 */
export function markPartInView(): void {
  const bar = document.querySelector<HTMLElement>('.jump-bar');
  if (!bar) return;
  const links = [...bar.querySelectorAll<HTMLAnchorElement>('nav a')];
  let current: HTMLAnchorElement | undefined;
  const update = (): void => {
    isScheduled = false;
    const { top, bottom } = bar.getBoundingClientRect();
    bar.toggleAttribute('data-stuck', top <= 0);
    const inView = links.findLast((link) => topOf(link) <= bottom + marginPx) ?? links[0];
    if (inView === current || !inView) return;
    current = inView;
    for (const link of links) link.ariaCurrent = link === inView ? 'true' : null;
    // If the bar is wider than the window, the marked link is scrolled into its sight.
    inView.closest('.jump-bar-row')?.scrollTo({ left: inView.offsetLeft - marginPx });
  };
  let isScheduled = false;
  const schedule = (): void => {
    if (!isScheduled) requestAnimationFrame(update);
    isScheduled = true;
  };
  addEventListener('scroll', schedule, { passive: true });
  schedule();
}

/** How far below the bar a part begins when its link was followed. */
const marginPx = 24;

const topOf = ({ hash }: HTMLAnchorElement): number =>
  document.getElementById(hash.slice(1))?.getBoundingClientRect().top ?? Infinity;
