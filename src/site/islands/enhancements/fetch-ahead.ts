/**
 * From the first move or touch on, the browser fetches pages ahead by the rules of the store. Sooner,
 * the rules would share the line with what the first view needs.
 */
export function fetchAheadOnFirstTouch(): void {
  let hasBegun = false;
  const begin = (): void => {
    if (!hasBegun) void fetchAhead();
    hasBegun = true;
  };
  for (const name of ['pointermove', 'pointerdown', 'keydown'])
    addEventListener(name, begin, { once: true, passive: true });
}

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
