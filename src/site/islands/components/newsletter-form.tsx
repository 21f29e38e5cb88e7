import { useEffect, useRef, useState, type FormEvent } from 'react';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { pageConstants } from '#site/page-constants.ts';
import { Captcha, type CaptchaHandle } from '#ui/captcha.tsx';

type Props = { readonly captcha: { readonly scriptUrl: string; readonly siteKey: string } };
type Answer = {
  readonly ok: boolean;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
};

/** The newsletter's form in the footer. The check that a person asks appears with the first touch. */
export function NewsletterForm({ captcha }: Props) {
  const captchaHandle = useRef<CaptchaHandle>(null);
  const form = useRef<HTMLFormElement>(null);
  const [isHydrated, setIsHydrated] = useState(false);
  const [token, setToken] = useState('');
  const [isSending, setIsSending] = useState(false);
  const [feedback, setFeedback] = useState<{ ok: boolean; message: string }>();
  useEffect(() => setIsHydrated(true), []);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSending || !form.current) return;
    setIsSending(true);
    try {
      const response = await fetch(paths.leadFormEndpoint('newsletter'), {
        method: 'POST',
        body: new FormData(form.current),
      });
      const answer = (await response.json()) as Answer;
      setFeedback({
        ok: answer.ok,
        message: answer.ok
          ? texts.subscribed
          : (answer.errors?.['email']?.[0] ?? answer.message) || texts.subscribeFailed,
      });
      if (answer.ok) form.current.reset();
    } catch {
      setFeedback({ ok: false, message: texts.requestFailed });
    }
    setIsSending(false);
    setToken('');
    captchaHandle.current?.reset();
  };

  return (
    <form
      ref={form}
      method="post"
      action={paths.newsletter()}
      noValidate={isHydrated}
      onSubmit={(event) => void submit(event)}
      className="grid gap-2"
    >
      <div className="field">
        <label htmlFor="newsletter-email">Newsletter</label>
        <div className="flex gap-2">
          <input
            id="newsletter-email"
            name="email"
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            placeholder="name@company.com"
            aria-describedby="newsletter-said"
            aria-invalid={feedback && !feedback.ok ? true : undefined}
          />
          <button className="button shrink-0" disabled={isSending}>
            {isSending ? texts.signingUp : 'Sign up'}
          </button>
        </div>
      </div>
      {isHydrated && (
        <Captcha
          {...captcha}
          pollMs={pageConstants.captchaPollMs}
          handle={captchaHandle}
          onToken={setToken}
          onError={(what) =>
            setFeedback({
              ok: false,
              message: what === 'error' ? texts.captchaError : texts.captchaExpired,
            })
          }
        />
      )}
      <input type="hidden" name="turnstile_token" value={token} readOnly />
      <p id="newsletter-said" role="status" className={feedback?.ok ? 'text-good' : 'text-bad'}>
        {feedback?.message}
      </p>
    </form>
  );
}

export default NewsletterForm;
