/**
 * From the first move or touch on, the browser fetches pages ahead by the rules of the store. Sooner,
 * the rules would share the line with what the first view needs.
 */
export function fetchAheadOnFirstTouch(): void {
  const listening = new AbortController();
  const begin = (event: Event): void => {
    if (event instanceof PointerEvent && isAtRest(event)) return;
    listening.abort();
    void fetchAhead();
  };
  for (const name of ['pointermove', 'pointerdown', 'keydown'])
    addEventListener(name, begin, { signal: listening.signal, passive: true });
}

/** Browsers send a move of no distance, too, when a page opens or shifts under a resting mouse. */
const isAtRest = ({ type, movementX, movementY }: PointerEvent): boolean =>
  type === 'pointermove' && movementX === 0 && movementY === 0;

async function fetchAhead(): Promise<void> {
  if (!HTMLScriptElement.supports('speculationrules')) return;
  const rules = await fetch('/speculation-rules.json').catch(() => undefined);
  // Letter by letter: the policy of pages allows them by their hash.
  if (!rules?.ok) return;
  const script = document.createElement('script');
  script.type = 'speculationrules';
  script.textContent = await rules.text();
  document.head.append(script);
}
