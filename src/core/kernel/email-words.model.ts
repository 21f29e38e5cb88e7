/** The words of every email to customers: built in, and as a store has them. Pure. */
import { z } from 'zod';
import { accountEmailWords } from './email-words-accounts.model.ts';
import { leadEmailWords } from './email-words-leads.model.ts';
import { orderEmailWords } from './email-words-orders.model.ts';

/** The words of an email below its greeting; `{order}` and the like are filled in. */
export type EmailWords = {
  readonly subject: string;
  /** Paragraphs, with an empty line between them. */
  readonly text: string;
};

/** An email's built-in words, with what the office needs to know to change them. */
export type BuiltInEmail = EmailWords & {
  /** "Receipt": what the office calls it. */
  readonly title: string;
  /** Names of what is filled in, with a sentence for each. */
  readonly placeholders: Readonly<Record<string, string>>;
};

export const builtInEmails = {
  ...orderEmailWords,
  ...leadEmailWords,
  ...accountEmailWords,
} as const satisfies Readonly<Record<string, BuiltInEmail>>;

export type EmailKey = keyof typeof builtInEmails;
export const emailKeys = Object.keys(builtInEmails) as EmailKey[];

export type StoreEmailWords = Readonly<Partial<Record<EmailKey, EmailWords>>>;

const placeholder = /\{(\w+)\}/g;
const controls = /[\u0000-\u0009\u000b-\u001f\u007f\u2028\u2029]/;

/** The words of one email: no placeholder but its own, and a subject of one line. */
const createWordsSchema = (key: EmailKey) => {
  const known = Object.keys(builtInEmails[key].placeholders);
  const checkPlaceholders = (text: string, context: z.RefinementCtx): void => {
    const unknown = [...text.matchAll(placeholder)].find(([, name = '']) => !known.includes(name));
    if (unknown) context.addIssue({ code: 'custom', message: describeUnknown(unknown[0], known) });
  };
  return z.strictObject({
    subject: z
      .string()
      .trim()
      .min(1, 'Please give a subject.')
      .max(150, 'Please keep this to 150 characters.')
      .superRefine(checkPlaceholders),
    text: z
      .string()
      .transform((text) => text.replaceAll('\r\n', '\n').trim())
      .pipe(
        z
          .string()
          .min(1, 'Please give a text.')
          .max(3000, 'Please keep this to 3000 characters.')
          .refine((text) => !controls.test(text), 'Please leave out control characters.')
          .superRefine(checkPlaceholders),
      ),
  });
};

const describeUnknown = (unknown: string, known: readonly string[]): string => {
  const names = known.map((name) => `{${name}}`).join(', ');
  return `${unknown} is not filled in here: ${names ? `use ${names}` : 'this email has no such words'}`;
};

/** Only emails whose words differ from the built-in ones. */
export const emailWordsSchema = z
  .strictObject(
    Object.fromEntries(emailKeys.map((key) => [key, createWordsSchema(key).optional()])) as Record<
      EmailKey,
      z.ZodOptional<ReturnType<typeof createWordsSchema>>
    >,
  )
  .default({});

/**
 * The email's words with the values filled in: its subject, and the paragraphs below the greeting.
 */
export function fillEmailWords(
  words: EmailWords,
  values: Readonly<Record<string, string | number>>,
): { subject: string; paragraphs: string[] } {
  const fill = (text: string): string =>
    text.replaceAll(placeholder, (whole, name: string) => String(values[name] ?? whole));
  return { subject: fill(words.subject), paragraphs: words.text.split(/\n{2,}/).map(fill) };
}
