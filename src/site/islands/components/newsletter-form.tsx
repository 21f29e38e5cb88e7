import { useEffect, useRef, useState, type FormEvent } from 'react';
import { paths } from '#src/paths.ts';
import { texts } from '#site/texts.ts';
import { pageConstants } from '#site/page-constants.ts';
import { Captcha, type CaptchaConfig, type CaptchaHandle } from '#ui/captcha.tsx';
import { SubmitButton } from '#ui/submit-button.tsx';
import { postForm, type PostedFormAnswer } from './post-form.ts';
import { useSending } from './use-sending.ts';

type Feedback = { readonly ok: boolean; readonly message: string; readonly note?: string };

function toFeedback(answer: PostedFormAnswer | undefined): Feedback {
  if (!answer) return { ok: false, message: texts.requestFailed };
  if (answer.ok) return { ok: true, message: texts.subscribed, note: answer.note ?? '' };
  const emailError = answer.errors['email']?.[0];
  return { ok: false, message: emailError ?? (answer.message || texts.subscribeFailed) };
}

function useNewsletterForm() {
  const ref = useRef<HTMLFormElement>(null);
  const handle = useRef<CaptchaHandle>(null);
  const [isHydrated, setIsHydrated] = useState(false);
  const [token, setToken] = useState('');
  const { isSending, send } = useSending(texts.signingUp);
  const [feedback, setFeedback] = useState<Feedback>();
  useEffect(() => setIsHydrated(true), []);

  const post = async (form: HTMLFormElement): Promise<void> => {
    const answer = await postForm(paths.leadFormEndpoint('newsletter'), new FormData(form));
    setFeedback(toFeedback(answer));
    if (answer?.ok) form.reset();
    setToken('');
    handle.current?.reset();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const form = ref.current;
    if (form) await send(() => post(form));
  };
  const showCaptchaError = (kind: 'error' | 'expired'): void =>
    setFeedback({
      ok: false,
      message: kind === 'error' ? texts.captchaError : texts.captchaExpired,
    });
  const captchaProps = { handle, onToken: setToken, onError: showCaptchaError };
  return { ref, isHydrated, isSending, token, feedback, captchaProps, submit };
}

type Props = {
  readonly captcha: CaptchaConfig;
  /** Keeps the ids of two forms on one page apart. */
  readonly id?: string;
  /** The email typed into a form that was sent without script. */
  readonly email?: string;
  /** True if that was refused. */
  readonly isRefused?: boolean;
};

/** The newsletter's form. Its captcha appears with the first touch. */
export function NewsletterForm({ captcha, id = 'newsletter', email, isRefused = false }: Props) {
  const { ref, isHydrated, isSending, token, feedback, captchaProps, submit } = useNewsletterForm();
  return (
    <form
      ref={ref}
      method="post"
      action={paths.newsletter()}
      noValidate={isHydrated}
      onSubmit={(event) => void submit(event)}
      className="grid gap-2"
      aria-busy={isSending}
    >
      <NewsletterField
        {...{ id, email, isSending }}
        isInvalid={feedback ? !feedback.ok : isRefused}
      />
      {isHydrated && (
        <Captcha {...captcha} {...captchaProps} pollMs={pageConstants.captchaPollMs} />
      )}
      <input type="hidden" name="turnstile_token" value={token} />
      <p id={`${id}-said`} role="status" className={feedback?.ok ? 'text-good' : 'text-bad'}>
        {feedback?.message}
        {feedback?.message === texts.captchaError && ` ${texts.captchaHelp}`}
      </p>
      {feedback?.note && <p>{feedback.note}</p>}
    </form>
  );
}

function NewsletterField(props: {
  id: string;
  email: string | undefined;
  isSending: boolean;
  isInvalid: boolean;
}) {
  const { id, email, isSending, isInvalid } = props;
  return (
    <div className="field">
      <label htmlFor={`${id}-email`}>Newsletter</label>
      <div className="flex gap-2">
        <input
          id={`${id}-email`}
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder="name@company.com"
          defaultValue={email}
          aria-describedby={`${id}-said`}
          aria-invalid={isInvalid ? true : undefined}
        />
        <SubmitButton className="button shrink-0" isSending={isSending} busyLabel={texts.signingUp}>
          Sign up
        </SubmitButton>
      </div>
    </div>
  );
}

export default NewsletterForm;
