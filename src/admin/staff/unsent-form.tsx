/** A form that was posted when its session had ended goes along while its author signs in. */
import type { FieldValues, FormAnswer } from '#site/form-fields.ts';
import { SubmitButton } from '#ui/submit-button.tsx';

const fieldName = 'unsent_form';
/** Passwords, and the code of an app that is being added, are typed again. A report's code is kept. */
const isSecret = (name: string, { intent }: FieldValues): boolean =>
  /password|^present$|^proof_code$/.test(name) || (name === 'code' && intent === 'totp');

/** True if a form of another page was posted on to this one. */
export const isOfOtherPage = (requestUrl: string): boolean =>
  new URL(requestUrl).searchParams.has('unsent');

/** The form of the other page as one text, from its own post or from one of the sign-in. */
export function packUnsent(fields: FieldValues): string {
  const packed = fields[fieldName];
  if (packed !== undefined) return packed;
  const kept = Object.entries(fields).filter(([name]) => !isSecret(name, fields));
  return new URLSearchParams(kept).toString();
}

/** Returns the form that a sign-in carries along; '' if no form waits. */
export const readUnsent = (fields: FieldValues): string => fields[fieldName] ?? '';

/** The answer to a form of the sign-in, and the form that waits for it to end. */
export function readSignInAnswer(answered: FormAnswer | { readonly unsent: string } | undefined): {
  readonly answer: FormAnswer | undefined;
  readonly unsent: string;
} {
  if (!answered) return { answer: undefined, unsent: '' };
  if ('unsent' in answered) return { answer: undefined, unsent: answered.unsent };
  return { answer: answered, unsent: 'values' in answered ? readUnsent(answered.values) : '' };
}

/** Stands in each form of the sign-in. */
export const UnsentField = ({ unsent }: { readonly unsent: string }) =>
  unsent === '' ? null : <input type="hidden" name={fieldName} value={unsent} />;

/** Says above the sign-in that nothing is lost. */
export const UnsentNote = ({ unsent }: { readonly unsent: string }) =>
  unsent === '' ? null : (
    <p role="status">
      Your session had ended when you sent the form. What you typed is kept: sign in, and send it.
    </p>
  );

/** After the sign-in the person who is signed in now is asked whether their form shall be sent. */
export const SendUnsent = ({
  unsent,
  next,
}: {
  readonly unsent: string;
  readonly next: string;
}) => (
  <>
    <title>Send your form | Back office</title>
    <h1>You are signed in again</h1>
    <p>The form that you had filled in is here, and was not sent yet.</p>
    <form method="post" action={next}>
      {[...new URLSearchParams(unsent)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="admin-buttons">
        <SubmitButton busyLabel="Sending…">Send it now</SubmitButton>
        <a href={next}>Go to its page without sending it</a>
      </p>
    </form>
  </>
);
