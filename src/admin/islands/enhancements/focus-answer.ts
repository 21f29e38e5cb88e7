/**
 * If an address has a fragment, the browser goes there, and leaves what asks for the focus alone.
 * After a form that is its message or its first wrong field, where people go on: errors link to
 * fields, so that a form that is sent again often has such an address.
 */
export function focusAnswer(): void {
  if (location.hash === '') return;
  // Behind the browser's own way to the fragment, which takes the focus once more.
  const focusLater = () => requestAnimationFrame(() => setTimeout(focusFirst));
  if (document.readyState === 'complete') focusLater();
  else addEventListener('load', focusLater);
}

function focusFirst(): void {
  const { activeElement, body } = document;
  const isElsewhere = activeElement !== body && `#${activeElement?.id}` !== location.hash;
  if (isElsewhere) return;
  const all = [...document.querySelectorAll<HTMLElement>('[autofocus]')];
  all.find((element) => element.getClientRects().length > 0)?.focus();
}
