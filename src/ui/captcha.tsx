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

export type CaptchaHandle = { reset(): void };

/** Loads the script once for the page; a script that failed is asked for again by the next challenge. */
function loadScript(source: string): void {
  if (document.querySelector(`script[data-challenge-script]`)) return;
  const script = document.createElement('script');
  script.src = source;
  script.async = true;
  script.dataset['challengeScript'] = '';
  script.addEventListener('error', () => script.remove());
  document.head.append(script);
}

/**
 * The check that a person fills in the form. Its script is asked for when this is mounted, and is looked for every `pollMs`
 * milliseconds; the token is told to `onToken`, and is empty after an error or at its end.
 */
export function Captcha({
  scriptUrl,
  siteKey,
  pollMs,
  onToken,
  onError,
  handle,
}: {
  readonly scriptUrl: string;
  readonly siteKey: string;
  readonly pollMs: number;
  readonly onToken: (token: string) => void;
  readonly onError: (kind: 'error' | 'expired') => void;
  readonly handle: Ref<CaptchaHandle>;
}) {
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<string>(undefined);
  const callbacks = useRef({ onToken, onError });
  useEffect(() => {
    callbacks.current = { onToken, onError };
  });

  useEffect(() => {
    loadScript(scriptUrl);
    const timer = setInterval(() => {
      if (!window.turnstile || !container.current) return;
      clearInterval(timer);
      widget.current = window.turnstile.render(container.current, {
        sitekey: siteKey,
        callback: (token: string) => callbacks.current.onToken(token),
        'error-callback': () => (callbacks.current.onToken(''), callbacks.current.onError('error')),
        'expired-callback': () => (
          callbacks.current.onToken(''),
          callbacks.current.onError('expired')
        ),
      });
    }, pollMs);
    return () => {
      clearInterval(timer);
      if (widget.current !== undefined) window.turnstile?.remove(widget.current);
    };
  }, [scriptUrl, siteKey, pollMs]);

  useImperativeHandle(handle, () => ({
    reset: () => {
      if (widget.current !== undefined) window.turnstile?.reset(widget.current);
    },
  }));
  return <div ref={container} className="min-h-[66px]" />;
}
