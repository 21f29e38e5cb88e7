import { useEffect, useState } from 'react';
import type { CaptchaConfig } from '#ui/captcha.tsx';
import { FormCaptcha, useFormCaptcha } from './form-captcha.tsx';

type Props = {
  readonly captcha: CaptchaConfig;
  /** The error of the captcha in the answer of the page's action. */
  readonly error?: string;
};

/** A captcha in a form that is not an island itself; its token is a field of that form. */
export function CaptchaField({ captcha, error = '' }: Props) {
  const { reset: _, ...state } = useFormCaptcha();
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => setIsHydrated(true), []);
  const shownError = state.error || (state.token === '' ? error : '');
  return <FormCaptcha {...state} config={captcha} isHydrated={isHydrated} error={shownError} />;
}

export default CaptchaField;
