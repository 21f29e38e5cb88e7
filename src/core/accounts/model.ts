/** Accounts of customers: what is filled in, and how long things last. Pure, safe in the browser. */
import { z } from 'zod';
import { emailField, singleLineField, phoneField } from '../kernel/form-fields.ts';

export const minPasswordLength = 6;
/** What is said of the dead link of a confirmation, by its page and by its post. */
export const invalidConfirmationMessage =
  'This link was used already, or has ended. Log in: your profile shows which address serves, and whether it is confirmed.';
/** Minutes for which the link of a reset works, and hours for which that of a confirmation does. */
export const resetTokenMinutes = 30;
export const confirmationTokenHours = 72;
export type TokenPurpose = 'reset-password' | 'confirm-email';
/** Days that a session lasts without a new login. */
export const sessionDays = 30;

/** Passwords that are tried first by those who guess. Lower case, 6 characters or more. */
const commonPasswords = new Set(
  (
    '123456 1234567 12345678 123456789 1234567890 123123 111111 000000 112233 121212 654321 666666 555555 888888 696969 123321 159753 qwerty qwerty1 qwerty123 qwertyuiop 1q2w3e 1q2w3e4r ' +
    '1qaz2wsx qazwsx asdfgh asdfghjkl zxcvbn zxcvbnm password password1 passw0rd p@ssw0rd p@ssword iloveyou sunshine princess football baseball monkey dragon letmein welcome welcome1 admin1 admin123 ' +
    'abc123 abcdef abcd1234 a123456 shadow master superman batman michael jordan trustno1 hello123 freedom whatever starwars computer secret access google charlie donald flower hottie loveme ashley bailey'
  ).split(' '),
);

const passwordField = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(minPasswordLength, 'Password must be at least 6 characters')
  .max(200, 'Please keep the password to 200 characters.');
const newPasswordField = passwordField.refine(
  (value) => !commonPasswords.has(value.toLowerCase()),
  'This password is one of those that are guessed first. Please choose another.',
);
const loginEmailField = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Invalid email format')
  .pipe(z.email('Invalid email format'));

export const loginForm = z.object({ email: loginEmailField, password: passwordField });
export const forgotPasswordForm = z.object({ email: loginEmailField });
export const signupForm = z.object({
  name: singleLineField('your name', 200),
  email: emailField(),
  mobile_no: phoneField,
  address: singleLineField('your address', 300),
  password: newPasswordField,
});
export const resetPasswordForm = z.object({ password: newPasswordField });
export const changePasswordForm = z.object({ present: passwordField, password: newPasswordField });

const optionalLineField = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength, `Please keep this to ${maxLength} characters.`)
    .refine(
      (value) => !/[\u0000-\u001f\u007f]/.test(value),
      'Please leave out line breaks and control characters.',
    )
    .default('');

/** A state or city without a country says nothing: with one, both are words and not numbers. */
export const profileForm = z
  .object({
    name: singleLineField('your name', 200),
    email: emailField(),
    mobile_no: phoneField,
    address: singleLineField('your address', 300),
    state: optionalLineField(120),
    city: optionalLineField(120),
    country: z
      .union(
        [
          z.literal('').transform(() => undefined),
          z.coerce
            .number()
            .int()
            .positive('Please choose your country.')
            .max(2_000_000_000, 'Please choose your country.'),
        ],
        { error: 'Please choose your country.' },
      )
      .optional(),
  })
  .superRefine(({ country, state, city }, at) => {
    if (country === undefined && (state !== '' || city !== ''))
      at.addIssue({
        code: 'custom',
        path: ['country'],
        message: 'Please choose the country that the state and city are in.',
      });
    for (const [name, value] of [
      ['state', state],
      ['city', city],
    ] as const) {
      if (value !== '' && !/\p{L}/u.test(value))
        at.addIssue({
          code: 'custom',
          path: [name],
          message: `Please give the ${name} by its name.`,
        });
    }
  });

/** The customer as his own pages show him. */
export type Customer = {
  readonly id: number;
  readonly email: string;
  readonly confirmed: boolean;
  readonly name: string;
  readonly mobileNo: string;
  readonly address: string;
  readonly countryId: number | null;
  readonly region: string;
  readonly city: string;
};
