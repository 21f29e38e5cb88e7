import { useEffect, useRef, useState, type FormEvent } from 'react';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { timings } from '#site/timings.ts';
import { Challenge, type ChallengeHandle } from '#ui/challenge.tsx';

type Props = { readonly challenge: { readonly script: string; readonly siteKey: string } };
type Answer = {
  readonly ok: boolean;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
};

/** The newsletter's form in the footer. The check that a person asks appears with the first touch. */
export function Newsletter({ challenge }: Props) {
  const check = useRef<ChallengeHandle>(null);
  const form = useRef<HTMLFormElement>(null);
  const [alive, setAlive] = useState(false);
  const [token, setToken] = useState('');
  const [sending, setSending] = useState(false);
  const [said, setSaid] = useState<{ ok: boolean; message: string }>();
  useEffect(() => setAlive(true), []);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (sending || !form.current) return;
    setSending(true);
    try {
      const response = await fetch(paths.formAnswer('newsletter'), {
        method: 'POST',
        body: new FormData(form.current),
      });
      const answer = (await response.json()) as Answer;
      setSaid({
        ok: answer.ok,
        message: answer.ok
          ? texts.subscribed
          : (answer.errors?.['email']?.[0] ?? answer.message) || texts.subscribeFailed,
      });
      if (answer.ok) form.current.reset();
    } catch {
      setSaid({ ok: false, message: texts.requestFailed });
    }
    setSending(false);
    setToken('');
    check.current?.reset();
  };

  return (
    <form
      ref={form}
      method="post"
      action={paths.newsletter()}
      noValidate={alive}
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
            aria-invalid={said && !said.ok ? true : undefined}
          />
          <button className="button shrink-0" disabled={sending}>
            {sending ? texts.signingUp : 'Sign up'}
          </button>
        </div>
      </div>
      {alive && (
        <Challenge
          {...challenge}
          poll={timings.captchaPoll}
          handle={check}
          onToken={setToken}
          onTrouble={(what) =>
            setSaid({
              ok: false,
              message: what === 'error' ? texts.captchaError : texts.captchaExpired,
            })
          }
        />
      )}
      <input type="hidden" name="turnstile_token" value={token} readOnly />
      <p id="newsletter-said" role="status" className={said?.ok ? 'text-good' : 'text-bad'}>
        {said?.message}
      </p>
    </form>
  );
}

export default Newsletter;
