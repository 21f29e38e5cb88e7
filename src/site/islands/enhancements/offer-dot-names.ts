/** Pictures of dots load what names their dots when they are first pointed at or touched. */
export function offerDotNames(): void {
  for (const picture of document.querySelectorAll<HTMLElement>('[data-dots]')) {
    const listening = new AbortController();
    const begin = (): void => {
      listening.abort();
      void import('./dot-names.ts').then(({ nameDots }) => nameDots(picture));
    };
    for (const name of ['pointerenter', 'pointermove', 'pointerdown'])
      picture.addEventListener(name, begin, { signal: listening.signal, passive: true });
  }
}
