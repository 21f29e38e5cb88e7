import { failRateLimited, type Refusal } from './outcome.model.ts';

const describeWait = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  return `try again in ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`;
};

/** `rate-limited`, with the minutes to wait in the message. */
export const failTooManyAttempts = (retryAfterSeconds: number): Refusal =>
  failRateLimited(
    retryAfterSeconds,
    `Too many attempts. Please ${describeWait(retryAfterSeconds)}.`,
  );

/** `rate-limited`, but a form with a solved captcha passes: the error is at its field. */
export const failCaptchaRequired = (retryAfterSeconds: number): Refusal => ({
  ...failRateLimited(
    retryAfterSeconds,
    'There were too many attempts. Please show that you are a person, or ' +
      `${describeWait(retryAfterSeconds)}.`,
  ),
  errors: { turnstile_token: ['Please complete the CAPTCHA.'] },
});
