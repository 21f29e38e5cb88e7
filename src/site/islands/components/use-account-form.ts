import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { paths } from '#src/paths.ts';
import { accountForms, type AccountFormKind } from '#site/accounts/account-form-fields.ts';
import type { FieldErrors, FormAnswer } from '#site/form-fields.ts';
import { pageConstants } from '#site/page-constants.ts';
import { useRequiredCaptcha } from './form-captcha.tsx';
import { useAnswerInView } from './use-answer-in-view.ts';
import { postForm, type PostedFormAnswer } from './post-form.ts';
import { useSending } from './use-sending.ts';

/** The page's own answer in the shape of a posted one. */
const fromPage = (answer: FormAnswer): PostedFormAnswer => ({
  ...answer,
  errors: answer.ok ? {} : answer.errors,
});

/** The sentence above the fields: signup joins its field errors, the others show the message. */
function getMessageText(kind: AccountFormKind, answer: PostedFormAnswer): string {
  if (answer.ok) return answer.message;
  const joinedErrors = kind === 'signup' ? Object.values(answer.errors).flat().join(' ') : '';
  return joinedErrors || answer.message || accountForms[kind].fallbackError;
}

/** Hides the message of an answer after the specification's time; never for forgotten passwords. */
function useMessageTimeout(
  kind: AccountFormKind,
  answer: PostedFormAnswer | undefined,
  setIsShown: (isShown: boolean) => void,
): void {
  useEffect(() => {
    const timer =
      answer && kind !== 'forgot-password'
        ? setTimeout(() => setIsShown(false), pageConstants.alertVisibleMs)
        : undefined;
    return () => clearTimeout(timer);
  }, [answer, kind, setIsShown]);
}

/**
 * A posted answer comes into view, and its first field with an error has the focus. Not the page's
 * own: with that one the visitor types already.
 */
function usePostedAnswer(
  form: RefObject<HTMLFormElement | null>,
  kind: AccountFormKind,
  posted: PostedFormAnswer | undefined,
): void {
  useAnswerInView(form, posted);
  useEffect(() => {
    const invalid = accountForms[kind].fields.find(({ name }) => posted?.errors[name]);
    if (invalid) form.current?.querySelector<HTMLElement>(`[name="${invalid.name}"]`)?.focus();
  }, [form, kind, posted]);
}

/**
 * State of an account form. An edit clears its field's error, and the message goes with the last
 * error or after a time. `onSuccess` runs once the form is accepted.
 */
export function useAccountForm(
  kind: AccountFormKind,
  pageAnswer: FormAnswer | undefined,
  onSuccess: () => void,
) {
  const ref = useRef<HTMLFormElement>(null);
  const [isHydrated, setIsHydrated] = useState(false);
  const { isSending, send } = useSending(accountForms[kind].busyLabel);
  const [answer, setAnswer] = useState(pageAnswer && fromPage(pageAnswer));
  const [posted, setPosted] = useState<PostedFormAnswer>();
  const [errors, setErrors] = useState<FieldErrors>(answer?.errors ?? {});
  const [isMessageShown, setIsMessageShown] = useState(true);
  const captcha = useRequiredCaptcha(errors['turnstile_token'] !== undefined);
  useEffect(() => setIsHydrated(true), []);
  useMessageTimeout(kind, answer, setIsMessageShown);
  usePostedAnswer(ref, kind, posted);

  const showAnswer = (next: PostedFormAnswer | undefined): void => {
    setAnswer(next);
    setPosted(next);
    setErrors(next?.errors ?? {});
    setIsMessageShown(true);
  };
  const post = async (form: HTMLFormElement): Promise<void> => {
    showAnswer(undefined);
    const next = await postForm(paths.accountFormEndpoint(kind), new FormData(form));
    showAnswer(next ?? { ok: false, message: accountForms[kind].networkError, errors: {} });
    captcha.reset();
    if (!next?.ok) return;
    form.reset();
    onSuccess();
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const form = ref.current;
    if (form) await send(() => post(form));
  };
  const clearFieldError = (name: string): void => {
    if (!errors[name]) return;
    const { [name]: _, ...otherErrors } = errors;
    setErrors(otherErrors);
    if (Object.keys(otherErrors).length === 0) setIsMessageShown(false);
  };

  const text = answer && isMessageShown ? getMessageText(kind, answer) : '';
  const message = text === '' ? undefined : { text, isError: !answer?.ok };
  const isAccepted = answer?.ok === true;
  const form = { ref, isHydrated, isSending, errors, message, submit, clearFieldError };
  return { ...form, captchaState: captcha.state, isAccepted, wasPosted: posted !== undefined };
}
