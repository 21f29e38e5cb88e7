import { useCallback, useEffect, useImperativeHandle, useRef, type Ref } from 'react';

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

/**
 * Loads the script once a page. `onFailure` is called if it can't be loaded or does nothing (a
 * content blocker may answer it with an empty file); the next call then loads it again.
 */
function loadScript(source: string, onFailure: () => void): void {
  if (window.turnstile) return;
  let script = document.querySelector<HTMLScriptElement>('script[data-challenge-script]');
  if (!script) {
    script = document.createElement('script');
    script.src = source;
    script.async = true;
    script.dataset['challengeScript'] = '';
    document.head.append(script);
  }
  const added = script;
  const fail = (): void => (added.remove(), onFailure());
  added.addEventListener('error', fail);
  added.addEventListener('load', () => window.turnstile || fail());
}

type Callbacks = {
  readonly onToken: (token: string) => void;
  readonly onError: (kind: 'error' | 'expired') => void;
};

/** Returns the options of Turnstile's widget. An error or an expiry takes the token away first. */
function createWidgetOptions(siteKey: string, getCallbacks: () => Callbacks): object {
  const fail = (kind: 'error' | 'expired'): void => {
    getCallbacks().onToken('');
    getCallbacks().onError(kind);
  };
  return {
    sitekey: siteKey,
    callback: (token: string) => getCallbacks().onToken(token),
    'error-callback': () => fail('error'),
    'expired-callback': () => fail('expired'),
  };
}

/**
 * The check that a person fills in the form. Mounting loads its script, whose readiness is polled
 * every `pollMs`; `onToken` receives the token, empty after an error and once it has expired. A
 * script that can't be loaded is an error, too; `reset` then loads it again.
 */
export function Captcha({
  scriptUrl,
  siteKey,
  pollMs,
  onToken,
  onError,
  handle,
}: CaptchaConfig &
  Callbacks & {
    readonly pollMs: number;
    readonly handle: Ref<CaptchaHandle>;
  }) {
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<string>(undefined);
  const callbacks = useRef({ onToken, onError });
  useEffect(() => {
    callbacks.current = { onToken, onError };
  });

  const load = useCallback(() => {
    loadScript(scriptUrl, () => callbacks.current.onError('error'));
  }, [scriptUrl]);

  useEffect(() => {
    load();
    const timer = setInterval(() => {
      if (!window.turnstile || !container.current) return;
      clearInterval(timer);
      const options = createWidgetOptions(siteKey, () => callbacks.current);
      widget.current = window.turnstile.render(container.current, options);
    }, pollMs);
    return () => {
      clearInterval(timer);
      if (widget.current !== undefined) window.turnstile?.remove(widget.current);
    };
  }, [load, siteKey, pollMs]);

  useImperativeHandle(handle, () => ({
    reset: () => {
      if (widget.current === undefined) load();
      else window.turnstile?.reset(widget.current);
    },
  }));
  return <div ref={container} className="min-h-[66px]" />;
}
