/** Fields that forms share: each refusal is a sentence that says what to do. Pure, safe in the browser. */
import { z } from 'zod';
import { fail, type Refusal } from './outcome.model.ts';

/** One line of text, of 1 to `most` characters, without control characters: it may stand in a mail's header. */
export const singleLineField = (label: string, maxLength: number) =>
  z
    .string({ error: `Please give ${label}.` })
    .trim()
    .min(1, `Please give ${label}.`)
    .max(maxLength, `Please keep this to ${maxLength} characters.`)
    .refine(
      (value) => !/[\u0000-\u001f\u007f\u2028\u2029]/.test(value),
      'Please leave out line breaks and control characters.',
    );

/** Several lines, of 1 to `most` characters. */
export const multiLineField = (label: string, maxLength: number) =>
  z
    .string({ error: `Please give ${label}.` })
    .trim()
    .min(1, `Please give ${label}.`)
    .max(maxLength, `Please keep this to ${maxLength} characters.`)
    .refine(
      (value) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value),
      'Please leave out control characters.',
    );

export const emailField = (requiredMessage = 'Please give your e-mail address.') =>
  z
    .string({ error: requiredMessage })
    .trim()
    .min(1, requiredMessage)
    .max(254, 'Please keep this to 254 characters.')
    .pipe(z.email('Please give an e-mail address like name@company.com.'));

export const phoneField = singleLineField('your phone number', 40).regex(
  /^[+()\d\s./-]{5,40}$/,
  'Please give a phone number in digits.',
);

/** A box that must be ticked; `sentence` is shown where it is not. */
export const requiredCheckbox = (message: string) =>
  z.union([z.literal(true), z.literal(1), z.literal(['1', 'on', 'true'])], { error: message });

/** The sentences of one or several schemas, by field. */
export function groupErrorsByField(
  ...issueLists: readonly (readonly { path: PropertyKey[]; message: string }[] | undefined)[]
): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of issueLists.flatMap((issues) => issues ?? []))
    (errors[String(path[0] ?? 'form')] ??= []).push(message);
  return errors;
}

/** 422: the one sentence where there is one, else a word about the marked fields. */
export function failWithFieldErrors(errors: Record<string, string[]>): Refusal {
  const messages = Object.values(errors).flat();
  return fail(
    'invalid',
    messages.length === 1 && messages[0]
      ? messages[0]
      : 'Please look at the fields that are marked.',
    errors,
  );
}
