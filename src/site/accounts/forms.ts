import { texts } from '#site/texts.ts';

export type AccountKind = 'login' | 'signup' | 'forgot-password';

type Spec = {
  readonly fields: readonly {
    readonly name: string;
    readonly label: string;
    readonly type: string;
    readonly autoComplete: string;
    readonly most: number;
  }[];
  readonly button: string;
  readonly sending: string;
  /** Where the answer says nothing. */
  readonly failed: string;
  /** Where the answer never came; signup has one sentence for both. */
  readonly lost: string;
};

const email = {
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  autoComplete: 'email',
  most: 254,
};

/** The fields of the three forms in front of an account. */
export const accountForms: Readonly<Record<AccountKind, Spec>> = {
  login: {
    fields: [
      { ...email, autoComplete: 'username' },
      {
        name: 'password',
        label: 'Password',
        type: 'password',
        autoComplete: 'current-password',
        most: 200,
      },
    ],
    button: 'Login',
    sending: 'Logging in...',
    failed: texts.loginFailed,
    lost: texts.loginNetwork,
  },
  signup: {
    fields: [
      { name: 'name', label: 'Full name', type: 'text', autoComplete: 'name', most: 200 },
      email,
      {
        name: 'mobile_no',
        label: 'Phone, with country code',
        type: 'tel',
        autoComplete: 'tel',
        most: 40,
      },
      { name: 'address', label: 'Address', type: 'text', autoComplete: 'address-line1', most: 300 },
      {
        name: 'password',
        label: 'Password (6 characters or more; longer is safer)',
        type: 'password',
        autoComplete: 'new-password',
        most: 200,
      },
    ],
    button: 'Sign up',
    sending: texts.signingUp,
    failed: texts.signupFailed,
    lost: texts.signupFailed,
  },
  'forgot-password': {
    fields: [email],
    button: 'Send the link',
    sending: texts.sending,
    failed: texts.resetFailed,
    lost: texts.resetNetwork,
  },
};
