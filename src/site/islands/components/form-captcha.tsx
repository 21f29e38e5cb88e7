import { useRef, useState } from 'react';
import { pageConstants } from '#site/page-constants.ts';
import { texts } from '#site/texts.ts';
import { Captcha, type CaptchaConfig, type CaptchaHandle } from '#ui/captcha.tsx';

/** State of a form's captcha. `reset` asks for a new one: a token is valid once. */
export function useFormCaptcha() {
  const handle = useRef<CaptchaHandle>(null);
  const [token, setToken] = useState('');
  const [error, setError] = useState('');
  const reset = (): void => {
    setToken('');
    handle.current?.reset();
  };
  return { handle, token, setToken, error, setError, reset };
}

/** The same for a form that asks for a captcha only after a refusal, and from then on. */
export function useRequiredCaptcha(isRequired: boolean) {
  const { reset, ...state } = useFormCaptcha();
  const [wasRequired, setWasRequired] = useState(isRequired);
  if (isRequired && !wasRequired) setWasRequired(true);
  return { state: wasRequired ? state : undefined, reset };
}

type Props = Omit<ReturnType<typeof useFormCaptcha>, 'reset'> & {
  readonly config: CaptchaConfig;
  readonly isHydrated: boolean;
};

/** The captcha of a form, loaded once the form is hydrated, and its token as a hidden field. */
export function FormCaptcha(props: Props) {
  const { config, isHydrated, handle, token, error, setToken, setError } = props;
  return (
    <div className="field">
      {isHydrated ? (
        <Captcha
          {...config}
          pollMs={pageConstants.captchaPollMs}
          handle={handle}
          onToken={(value) => (setToken(value), value && setError(''))}
          onError={(kind) => setError(kind === 'error' ? texts.captchaError : texts.captchaExpired)}
        />
      ) : (
        <div className="flex min-h-[66px] items-center rounded-[3px] border border-rule px-3 text-[14px] text-muted">
          <p className="with-script">
            A check that you are a person appears here once you begin to fill in the form.
          </p>
          <p className="when-failed">
            The check that you are a person could not be loaded: please load the page again.{' '}
            {texts.captchaHelp}
          </p>
          <noscript>
            This form needs JavaScript to check that you are a person. You can also email us: you
            find our address at the bottom of this page.
          </noscript>
        </div>
      )}
      <input type="hidden" name="turnstile_token" value={token} />
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      {(error === texts.captchaError || (error !== '' && !isHydrated)) && (
        <p className="with-script text-[14px] text-muted">{texts.captchaHelp}</p>
      )}
    </div>
  );
}
