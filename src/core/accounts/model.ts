/** Accounts of customers: types, forms and durations. Pure, safe in the browser. */
import { minPasswordLength } from './password.model.ts';
import { tooCommon } from '../kernel/common-passwords.model.ts';
import { z } from 'zod';
import {
  captchaTokenField,
  emailField,
  idField,
  optionalLineField,
  singleLineField,
  phoneField,
} from '../kernel/form-fields.ts';

/** Lifetime of a password reset link, in minutes. */
export const resetTokenMinutes = 30;
/** Lifetime of a link that confirms an email, in hours. */
export const confirmationTokenHours = 72;
/** Lifetime of a session, in days. */
export const sessionDays = 30;

/** Shown for a confirmation link that was used or has expired. */
export const invalidConfirmationMessage =
  'This link has expired or was already used. Log in to see your email address and whether it is ' +
  'confirmed.';

/** The purpose of a one-time link. */
export type TokenPurpose = 'reset-password' | 'confirm-email';

/** Who sends a form. */
export type Visitor = {
  /** For rate limits, with IPv6 cut to its /64. */
  readonly clientIp: string;
  readonly userAgent: string;
  /** The mark of a browser that has logged in before, as its cookie sent it. */
  readonly knownBrowser?: string | undefined;
  /** True if the form can show a captcha; programs that call the API can't. */
  readonly isCaptchaOffered?: boolean;
};

/** The outcome of a form that ends with a message to the visitor. */
export type Confirmation = { readonly message: string };

/** A session that was started, for the customer's cookies. */
export type NewSession = {
  /** The session's secret. */
  readonly session: string;
  /** The mark of the browser, which later logins send along. */
  readonly knownBrowser: string;
};

/** One logged-in browser, as the profile page and the data export show it. */
export type Session = {
  /** ISO 8601. */
  readonly createdAt: string;
  readonly userAgent: string;
  readonly isCurrent: boolean;
};

/** The customer as shown on their own pages. */
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

/**
 * Passwords of fewer than eight characters that are guessed first, in lower case, and some longer
 * ones; `Passwords.hash` knows many more of eight and more.
 */
const commonPasswords = new Set(
  (
    '123456 1234567 12345678 123456789 1234567890 123123 111111 000000 112233 121212 654321 ' +
    '666666 555555 888888 696969 123321 159753 qwerty qwerty1 qwerty123 qwertyuiop 1q2w3e ' +
    '1q2w3e4r 1qaz2wsx qazwsx asdfgh asdfghjkl zxcvbn zxcvbnm password password1 passw0rd ' +
    'p@ssw0rd p@ssword iloveyou sunshine princess football baseball monkey dragon letmein ' +
    'welcome welcome1 admin1 admin123 abc123 abcdef abcd1234 a123456 shadow master superman ' +
    'batman michael jordan trustno1 hello123 freedom whatever starwars computer secret access ' +
    'google charlie donald flower hottie loveme ashley bailey'
  ).split(' '),
);

const passwordField = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(minPasswordLength, 'Password must be at least 6 characters')
  .max(200, 'Please keep the password to 200 characters.');
/** A password that somebody chooses. */
export const newPasswordField = passwordField.refine(
  (value) => !commonPasswords.has(value.toLowerCase()),
  tooCommon,
);
const loginEmailField = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(254, 'Invalid email format')
  .pipe(z.email('Invalid email format'));

/** Asked for after many attempts alone. */
const captchaField = { turnstile_token: captchaTokenField };

export const loginForm = z.object({
  email: loginEmailField,
  password: passwordField,
  ...captchaField,
});
export const forgotPasswordForm = z.object({ email: loginEmailField, ...captchaField });
export const signupForm = z.object({
  name: singleLineField('your name', 200),
  email: emailField(),
  mobile_no: phoneField,
  address: singleLineField('your address', 300),
  password: newPasswordField,
  ...captchaField,
});
export const resetPasswordForm = z.object({ password: newPasswordField });
export const changePasswordForm = z.object({ present: passwordField, password: newPasswordField });

/** A state or city needs a country, and both need letters: a number there is a mistake. */
export const profileForm = z
  .object({
    name: singleLineField('your name', 200),
    email: emailField(),
    mobile_no: phoneField,
    address: singleLineField('your address', 300),
    state: optionalLineField(120),
    city: optionalLineField(120),
    country: z
      .union([z.literal('').transform(() => undefined), idField('Please choose your country.')], {
        error: 'Please choose your country.',
      })
      .optional(),
  })
  .superRefine(({ country, state, city }, context) => {
    if (country === undefined && (state !== '' || city !== ''))
      context.addIssue({
        code: 'custom',
        path: ['country'],
        message: 'Please choose the country that the state and city are in.',
      });
    for (const [name, value] of [
      ['state', state],
      ['city', city],
    ] as const) {
      if (value !== '' && !/\p{L}/u.test(value))
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `Please give the ${name} by its name.`,
        });
    }
  });
