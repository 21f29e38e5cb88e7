/**
 * Follows the link with `data-leave` after that many milliseconds, without a step in the history.
 */
export function redirectAfterThanks(): void {
  const link = document.querySelector<HTMLAnchorElement>('a[data-leave]');
  if (link) setTimeout(() => location.replace(link.href), Number(link.dataset['leave']));
}
