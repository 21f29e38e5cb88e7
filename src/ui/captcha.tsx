import { useEffect, useImperativeHandle, useRef, type Ref } from 'react';

type Turnstile = {
  readonly render: (element: HTMLElement, options: object) => string;
  readonly reset: (id: string) => void;
  readonly remove: (id: string) => void;
};
declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

/** Where the captcha's script comes from, and the publisher's key. It travels in island props. */
export type CaptchaConfig = { readonly scriptUrl: string; readonly siteKey: string };

export type CaptchaHandle = { readonly reset: () => void };

/** Loads the script once a page; after a failure the next captcha loads it again. */
function loadScript(source: string): void {
  if (document.querySelector('script[data-challenge-script]')) return;
  const script = document.createElement('script');
  script.src = source;
  script.async = true;
  script.dataset['challengeScript'] = '';
  script.addEventListener('error', () => script.remove());
  document.head.append(script);
}

/**
 * The check that a person fills in the form. Mounting loads its script, whose readiness is polled
 * every `pollMs`; `onToken` receives the token, empty after an error and once it has expired.
 */
export function Captcha({
  scriptUrl,
  siteKey,
  pollMs,
  onToken,
  onError,
  handle,
}: CaptchaConfig & {
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
