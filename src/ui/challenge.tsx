import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';

type Turnstile = {
  render(element: HTMLElement, options: object): string;
  reset(id: string): void;
  remove(id: string): void;
};
declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

export type ChallengeHandle = { reset(): void };

/** Loads the script once for the page; a script that failed is asked for again by the next challenge. */
function load(source: string): void {
  if (document.querySelector(`script[data-challenge-script]`)) return;
  const script = document.createElement('script');
  script.src = source;
  script.async = true;
  script.dataset['challengeScript'] = '';
  script.addEventListener('error', () => script.remove());
  document.head.append(script);
}

/**
 * The check that a person fills in the form. Its script is asked for when this is mounted, and is looked for every `poll`
 * milliseconds; the token is told to `onToken`, and is empty after an error or at its end.
 */
export function Challenge({
  script,
  siteKey,
  poll,
  onToken,
  onTrouble,
  handle,
}: {
  readonly script: string;
  readonly siteKey: string;
  readonly poll: number;
  readonly onToken: (token: string) => void;
  readonly onTrouble: (kind: 'error' | 'expired') => void;
  readonly handle: Ref<ChallengeHandle>;
}) {
  const place = useRef<HTMLDivElement>(null);
  const widget = useRef<string>(undefined);
  const calls = useRef({ onToken, onTrouble });
  useEffect(() => {
    calls.current = { onToken, onTrouble };
  });

  useEffect(() => {
    load(script);
    const timer = setInterval(() => {
      if (!window.turnstile || !place.current) return;
      clearInterval(timer);
      widget.current = window.turnstile.render(place.current, {
        sitekey: siteKey,
        callback: (token: string) => calls.current.onToken(token),
        'error-callback': () => (calls.current.onToken(''), calls.current.onTrouble('error')),
        'expired-callback': () => (calls.current.onToken(''), calls.current.onTrouble('expired')),
      });
    }, poll);
    return () => {
      clearInterval(timer);
      if (widget.current !== undefined) window.turnstile?.remove(widget.current);
    };
  }, [script, siteKey, poll]);

  useImperativeHandle(handle, () => ({
    reset: () => {
      if (widget.current !== undefined) window.turnstile?.reset(widget.current);
    },
  }));
  return <div ref={place} className="min-h-[66px]" />;
}
