/** Form fields and their error messages, shared by all forms. Pure, safe in the browser. */
import { phoneRule } from './phone.model.ts';
import { z } from 'zod';
import { fail, ok, type Outcome, type Refusal } from './outcome.model.ts';
import { parseId } from './id.model.ts';
import { lineRules, trimLine } from './single-line.model.ts';

/** The text of a field as it was sent; '' for one that is absent or no text. */
export function readTextField(form: FormInput, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

/** A form as it was sent: field names to anything at all. */
export type FormInput = Readonly<Record<string, unknown>>;

/** One line, as the rule of single lines has it: fit for an email header. */
const line = (field: z.ZodString, maxLength: number): z.ZodString =>
  lineRules.reduce(
    (checked, [isBroken, words]) => checked.refine((text) => !isBroken(text), words),
    field.max(maxLength, `Please keep this to ${maxLength} characters.`),
  );

/** One line of 1 to `maxLength` characters. */
export const singleLineField = (label: string, maxLength: number) =>
  line(
    z
      .string({ error: `Please give ${label}.` })
      .overwrite(trimLine)
      .min(1, `Please give ${label}.`),
    maxLength,
  );

/** One line that may be empty. */
export const optionalLineField = (maxLength: number) =>
  line(z.string().overwrite(trimLine), maxLength).default('');

/** The same of several lines, which become one. */
export const joinedLineField = (maxLength: number) =>
  line(
    z.string().overwrite((text) => trimLine(text).replaceAll(/\s+/g, ' ')),
    maxLength,
  );

/** Several lines, 1 to `maxLength` characters in all. */
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

export const emailField = (requiredMessage = 'Please give your email address.') =>
  z
    .string({ error: requiredMessage })
    .trim()
    .min(1, requiredMessage)
    .max(254, 'Please keep this to 254 characters.')
    .pipe(z.email('Please give an email address like name@company.com.'));

export const phoneField = singleLineField('your phone number', 40).regex(
  phoneRule,
  'Please give a phone number in digits.',
);

/** The id of a row, as a number or as its digits; `message` where no row can have it. */
export const idField = (message: string) =>
  z.union([z.string(), z.number()], { error: message }).transform((given, context) => {
    const id = parseId(String(given).trim());
    if (id !== undefined) return id;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** A checkbox that must be ticked; `message` is shown where it is not. */
export const requiredCheckbox = (message: string) =>
  z.union([z.literal(true), z.literal(1), z.literal(['1', 'on', 'true'])], { error: message });

/** The parsed values, or `invalid` with the messages of each wrong field. */
export function parseForm<T extends z.ZodType>(schema: T, form: FormInput): Outcome<z.infer<T>> {
  const parsed = schema.safeParse(form);
  return parsed.success
    ? ok(parsed.data)
    : failWithFieldErrors(groupErrorsByField(parsed.error.issues));
}

type FieldIssue = {
  readonly path: PropertyKey[];
  readonly message: string;
  readonly code?: string;
};

/**
 * The messages of one or several schemas, by field. A list in place of a text is of the wrong type
 * and, having a length, fails the checks of that, too: the type alone is told.
 */
export function groupErrorsByField(
  ...issueLists: readonly (readonly FieldIssue[] | undefined)[]
): Record<string, string[]> {
  const byField = Map.groupBy(
    issueLists.flatMap((issues) => issues ?? []),
    ({ path }) => String(path[0] ?? 'form'),
  );
  return Object.fromEntries(
    [...byField].map(([field, issues]) => {
      const wrongType = issues.find(({ code }) => code === 'invalid_type');
      return [field, (wrongType ? [wrongType] : issues).map(({ message }) => message)];
    }),
  );
}

/** `invalid`: a single message is the refusal's own, several are summed up in one sentence. */
export function failWithFieldErrors(errors: Record<string, string[]>): Refusal {
  const messages = Object.values(errors).flat();
  return fail(
    'invalid',
    messages.length === 1 && messages[0] ? messages[0] : 'Please check the fields that are marked.',
    errors,
  );
}

/** A captcha's token. What is no text is no token, which the check of the captcha refuses. */
export const captchaTokenField = z.string().optional().catch(undefined);
