import { minPasswordLength } from '#core/accounts/password.model.ts';
import { phonePattern } from '#core/kernel/phone.model.ts';
import { texts } from '#site/texts.ts';

export type AccountFormKind = 'login' | 'signup' | 'forgot-password';

type AccountFormSpec = {
  readonly fields: readonly {
    readonly name: string;
    readonly label: string;
    readonly type: string;
    readonly autoComplete: string;
    readonly maxLength: number;
    readonly minLength?: number;
    readonly pattern?: string;
  }[];
  readonly buttonLabel: string;
  readonly busyLabel: string;
  /** Shown if the server's answer has no message. */
  readonly fallbackError: string;
  /** Shown if no answer came; signup has one sentence for both. */
  readonly networkError: string;
};

const emailField = {
  name: 'email',
  label: 'Email address',
  type: 'email',
  autoComplete: 'email',
  maxLength: 254,
};

/** The fields and words of login, signup and forgotten passwords. */
export const accountForms: Readonly<Record<AccountFormKind, AccountFormSpec>> = {
  login: {
    fields: [
      { ...emailField, autoComplete: 'username' },
      {
        name: 'password',
        label: 'Password',
        type: 'password',
        autoComplete: 'current-password',
        minLength: minPasswordLength,
        maxLength: 200,
      },
    ],
    buttonLabel: 'Login',
    busyLabel: 'Logging in...',
    fallbackError: texts.loginFailed,
    networkError: texts.loginNetworkError,
  },
  signup: {
    fields: [
      { name: 'name', label: 'Full name', type: 'text', autoComplete: 'name', maxLength: 200 },
      emailField,
      {
        name: 'mobile_no',
        label: 'Phone, with country code',
        type: 'tel',
        autoComplete: 'tel',
        maxLength: 40,
        pattern: phonePattern,
      },
      {
        name: 'address',
        label: 'Address',
        type: 'text',
        autoComplete: 'address-line1',
        maxLength: 300,
      },
      {
        name: 'password',
        label: 'Password (at least 6 characters; longer is safer)',
        type: 'password',
        autoComplete: 'new-password',
        minLength: minPasswordLength,
        maxLength: 200,
      },
    ],
    buttonLabel: 'Sign up',
    busyLabel: texts.signingUp,
    fallbackError: texts.signupFailed,
    networkError: texts.signupFailed,
  },
  'forgot-password': {
    fields: [emailField],
    buttonLabel: 'Send reset link',
    busyLabel: texts.sending,
    fallbackError: texts.resetFailed,
    networkError: texts.resetNetworkError,
  },
};
