/** Built-in words of the emails about customers' accounts. Pure. */

const store = { store: 'The name of the store' };
const address = { ...store, address: 'The new address, where we may tell it' };

export const accountEmailWords = {
  'account.confirm': {
    title: 'Account: please confirm',
    subject: 'Please confirm your email address',
    text:
      'Thank you for creating an account at {store}. Please confirm that this email address is ' +
      'yours. The orders that you placed with it will then be in your library.',
    placeholders: store,
  },
  'account.confirm-new': {
    title: 'Account: please confirm a new address',
    subject: 'Please confirm your new email address',
    text:
      'You asked us to use this email address for your account at {store}. Please confirm that ' +
      'it is yours. Until then we keep using your current one.',
    placeholders: store,
  },
  'account.change-requested': {
    title: 'Account: address change requested',
    subject: 'Request to change your email address',
    text:
      'We received a request to change the email address of your account at {store} to ' +
      '{address}. Nothing changes until the new address is confirmed.',
    placeholders: address,
  },
  'account.changed': {
    title: 'Account: the address was changed',
    subject: 'Your email address was changed',
    text:
      'The email address of your account at {store} is now {address}. From now on we will write ' +
      'to you there.',
    placeholders: address,
  },
  'account.exists': {
    title: 'Account: already exists',
    subject: 'You already have an account',
    text:
      'Somebody, probably you, tried to use this email address for an account at {store}. You ' +
      'already have an account with it, and nothing was changed.',
    placeholders: store,
  },
  'account.reset': {
    title: 'Account: a new password',
    subject: 'Set a new password for {store}',
    text:
      'We received a request to set a new password for your account at {store}. Setting it logs ' +
      'you out in all other browsers.',
    placeholders: store,
  },
  'account.password-changed': {
    title: 'Account: the password was changed',
    subject: 'Your password was changed',
    text:
      'The password of your account at {store} was changed, and you were logged out in all ' +
      'other browsers.',
    placeholders: store,
  },
  'account.deleted': {
    title: 'Account: deleted',
    subject: 'Your account was deleted',
    text: 'As you asked, we deleted your account at {store} with your profile and your sessions.',
    placeholders: store,
  },
} as const;
